//! `wirelab serve --http`.

use std::net::{SocketAddr, TcpListener};
use std::rc::Rc;

use super::{Guarded, configured, database, folder, key, registry};
use crate::demo::{Database, Execute, Live, Server, config};
use crate::native::cli::args::{self, LogLevel};
use crate::native::cli::exit::Exit;
use crate::native::cli::{report, text};
use crate::native::clock::{self, Clock};
use crate::native::fixture::{self, Fixture};
use crate::native::http::{self, PATH, Seen};
use crate::proto::http::server::{Config, Ended, Event, Host, HttpServer, Output};
use crate::proto::mcp::Version;
use crate::proto::session::{self, ServerConfig};

/// Serves the same tools as on standard input and output, to as many clients as come.
pub(super) fn run(args: &args::Serve, address: SocketAddr) -> Exit {
    if args.http.lacks_consent(address) {
        report::complain(&text::http::consent(address));
        return Exit::Unjudged;
    }
    let zero = clock::unix_millis();
    let served = match args.fixture {
        Some(args::Fixture::Conformance) => {
            serve(args, address, fixture::config(), move || Fixture::new(zero))
        }
        None => live(args, zero).and_then(|live| serve(args, address, config(), live)),
    };
    served.unwrap_or_else(|why| {
        report::complain(&why);
        Exit::Start
    })
}

/// Makes the tools of each session, which look into the same files and the same database.
fn live(args: &args::Serve, zero: u64) -> Result<impl FnMut() -> Live + use<>, String> {
    let (registry, folder) = (registry(&args.tools)?, Rc::new(folder(args)?));
    let database: Rc<dyn Database> = Rc::new(database(args)?);
    Ok(move || {
        let live = Live::new(registry.clone(), zero);
        live.with_folder(Rc::clone(&folder)).with_database(Rc::clone(&database))
    })
}

fn serve<E: Execute>(
    args: &args::Serve,
    address: SocketAddr,
    usual: ServerConfig,
    executor: impl FnMut() -> E,
) -> Result<Exit, String> {
    let tools = Tools {
        executor,
        config: configured(args, usual),
        key: key(args.seed).map_err(|why| why.to_string())?,
        page: args.page_size,
    };
    let listening = TcpListener::bind(address).and_then(|listener| Ok((listener.local_addr()?, listener)));
    let (bound, listener) = listening.map_err(|why| text::http::listen(address, &why))?;
    let names = args.http.names(bound);
    let told = names.join(", ");
    let config = Config { names, ..Config::new(tools.secret()) };
    report::say(&text::http::at(bound, PATH));
    if !bound.ip().is_loopback() {
        report::say(&text::http::beyond(bound, &told));
    }
    let level = args.level();
    let server = HttpServer::new(tools, config);
    let served = http::serve(listener, server, Clock::start(), args.grace, |seen| log(level, seen));
    served.map_err(|why| text::http::listen(bound, &why))?;
    Ok(Exit::Ok)
}

/// What every server of a session is made of.
struct Tools<F> {
    /// Makes what runs its tools.
    executor: F,
    config: ServerConfig,
    key: [u8; 32],
    page: usize,
}

impl<F> Tools<F> {
    /// What the ids of sessions are made from: another secret than that of the states, which are shown to clients.
    fn secret(&self) -> [u8; 32] {
        self.key.map(|byte| !byte)
    }
}

impl<E: Execute, F: FnMut() -> E> Host for Tools<F> {
    type Service = Server<Guarded<E>>;

    fn open(&mut self) -> Self::Service {
        let server = Server::new(Guarded((self.executor)()), self.config.clone());
        server.with_key(self.key).with_page(self.page).routed()
    }

    fn supports(&self) -> &[Version] {
        &self.config.supports
    }
}

/// Shows as much of what happens as `level` asks for.
fn log(level: LogLevel, seen: Seen<'_>) {
    if let Some((least, line)) = line(seen)
        && least <= level
    {
        report::say(&line);
    }
    match seen {
        Seen::Asked(_, request) if level == LogLevel::Debug && !request.body.is_empty() => {
            report::say(&report::received(&request.body));
        }
        Seen::Said(Output::Respond { response, .. }) if !response.body.is_empty() => {
            sent(level, &response.body)
        }
        Seen::Said(Output::Body { bytes, .. }) => sent(level, bytes),
        Seen::Said(Output::Event(Event::Said(_, event))) => {
            report::log(level, &session::Output::Event(event.clone()));
        }
        _ => {}
    }
}

/// Shows what goes out, an event of several lines on one.
fn sent(level: LogLevel, bytes: &[u8]) {
    if level == LogLevel::Debug {
        let line: Vec<_> =
            bytes.trim_ascii_end().iter().map(|byte| if *byte == b'\n' { b' ' } else { *byte }).collect();
        report::log(level, &session::Output::Transmit(&line));
    }
}

/// What there is to say of it in a line, and from which level on.
fn line(seen: Seen<'_>) -> Option<(LogLevel, String)> {
    Some(match seen {
        Seen::Asked(exchange, request) => {
            let line = text::http::asked(exchange.0, request.method.as_str(), request.body.len());
            (LogLevel::Info, line)
        }
        Seen::Cut(exchange) => (LogLevel::Warning, text::http::cut(exchange.0)),
        Seen::Said(Output::Respond { exchange, response }) => {
            (LogLevel::Info, text::http::answered(exchange.0, response.status, response.streams))
        }
        Seen::Said(Output::End { exchange }) => (LogLevel::Info, text::http::ended(exchange.0)),
        Seen::Said(Output::Body { .. } | Output::Event(Event::Said(..))) => return None,
        Seen::Said(Output::Event(event)) => match event {
            Event::Opened(session) => (LogLevel::Info, text::http::opened(session.0)),
            Event::Ended(session, why) => (LogLevel::Info, text::http::over(session.0, ended(*why))),
            Event::Refused { exchange, status, why } => {
                (LogLevel::Warning, text::http::refused(exchange.0, *status, why))
            }
            Event::HungUp(exchange) => (LogLevel::Info, text::http::hung_up(exchange.0)),
            Event::Dropped(session) => (LogLevel::Warning, text::http::dropped(session.0)),
            Event::Said(..) => return None,
        },
    })
}

fn ended(why: Ended) -> &'static str {
    match why {
        Ended::Deleted => text::http::DELETED,
        Ended::Unopened => text::http::UNOPENED,
        Ended::Idle => text::http::IDLE,
        Ended::Displaced => text::http::DISPLACED,
        Ended::Closed => text::http::CLOSED,
    }
}
