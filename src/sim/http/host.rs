//! The demo server, as often as it is asked for.

use crate::demo::{Live, MemoryFolder, Registry, Server};
use crate::proto::http::server::{Config, Host, HttpServer};
use crate::proto::mcp::Version;
use crate::proto::session::ServerConfig;
use crate::sim::Settings;

/// What every server of a session is made of.
#[derive(Debug)]
pub(super) struct Tools {
    config: ServerConfig,
    unix_millis: u64,
    folder: MemoryFolder,
}

impl Host for Tools {
    type Service = Server<Live>;

    fn open(&mut self) -> Self::Service {
        let live = Live::new(Registry::demo(), self.unix_millis).with_folder(self.folder.clone());
        Server::new(live, self.config.clone()).routed()
    }

    fn supports(&self) -> &[Version] {
        &self.config.supports
    }
}

/// The server that has begun `starts` times before: the ids of its sessions are others each time.
pub(super) fn server(settings: &Settings, starts: u8) -> HttpServer<Tools> {
    let tools = Tools {
        config: settings.server.clone(),
        unix_millis: settings.unix_millis,
        folder: settings.folder.clone(),
    };
    HttpServer::new(tools, Config::new([starts; 32]))
}
