//! How `serve` is reached over HTTP.

use std::net::{IpAddr, SocketAddr, ToSocketAddrs as _};

use clap::Args;

use crate::native::cli::text;

/// Where it listens when nothing else is said.
const USUAL: &str = "127.0.0.1:3000";

#[derive(Debug, Args)]
pub(in crate::native::cli) struct Http {
    #[arg(
        long,
        value_name = "ADDR",
        num_args = 0..=1,
        default_missing_value = USUAL,
        conflicts_with = "framing",
        help = text::http::HTTP,
        value_parser = address,
    )]
    pub(in crate::native::cli) http: Option<SocketAddr>,
    #[arg(long, requires = "http", help = text::http::BEYOND)]
    http_beyond_loopback: bool,
    #[arg(long, value_name = "NAME", requires = "http", value_delimiter = ',', help = text::http::NAMES)]
    http_name: Vec<String>,
}

impl Http {
    /// Whether others than this machine may be let in, and are not.
    pub(in crate::native::cli) fn lacks_consent(&self, address: SocketAddr) -> bool {
        !address.ip().is_loopback() && !self.http_beyond_loopback
    }

    /// The names by which the server may be reached, besides those of this machine.
    pub(in crate::native::cli) fn names(&self, address: SocketAddr) -> Vec<String> {
        let own = match address.ip() {
            ip if ip.is_unspecified() => None,
            IpAddr::V4(ip) => Some(ip.to_string()),
            IpAddr::V6(ip) => Some(format!("[{ip}]")),
        };
        self.http_name.iter().cloned().chain(own).collect()
    }
}

/// An address with its port, or a port of this machine.
fn address(text: &str) -> Result<SocketAddr, &'static str> {
    if let Ok(port) = text.parse::<u16>() {
        return Ok(SocketAddr::from(([127, 0, 0, 1], port)));
    }
    let found = text.to_socket_addrs().ok().and_then(|mut found| found.next());
    found.ok_or(text::http::NOT_AN_ADDRESS)
}
