//! `wirelab serve`.

mod http;

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use super::args::{self, LogLevel};
use super::exit::Exit;
use super::report;
use super::text;
use crate::demo::{
    Answers, Call, CallError, Database, Execute, Filled, Folder, Found, Live, Registry, Server, Started,
    config,
};
use crate::native::clock::{self, Clock};
use crate::native::database::{SampleDatabase, SqliteDatabase};
use crate::native::ending::{self, Open};
use crate::native::fixture::{self, Fixture};
use crate::native::folder::DiskFolder;
use crate::native::stdio::{Blocking, Driver};
use crate::native::wire;
use crate::proto::json::RawJson;
use crate::proto::jsonrpc::ErrorObject;
use crate::proto::mcp::{
    CompleteParams, GetPromptParams, ListToolsResult, Prompt, Resource, ResourceTemplate, TaskSupport,
};
use crate::proto::session::ServerConfig;
use crate::proto::time::Instant;

pub(super) fn run(args: &args::Serve) -> Exit {
    if let Some(address) = args.http.http {
        return http::run(args, address);
    }
    let served = match args.fixture {
        Some(args::Fixture::Conformance) => {
            serve(args, Fixture::new(clock::unix_millis()), fixture::config())
        }
        None => match executor(args) {
            Ok(executor) => serve(args, executor, config()),
            Err(message) => {
                report::complain(&message);
                return Exit::Start;
            }
        },
    };
    match served {
        Ok(()) => Exit::Ok,
        Err(error) => {
            report::complain(&error.to_string());
            Exit::Lost
        }
    }
}

/// The tools with what they look into, or why they cannot be had.
fn executor(args: &args::Serve) -> Result<Live, String> {
    let (folder, database) = (folder(args)?, database(args)?);
    let live = Live::new(registry(&args.tools)?, clock::unix_millis());
    Ok(live.with_folder(folder).with_database(database))
}

fn folder(args: &args::Serve) -> Result<DiskFolder, String> {
    DiskFolder::open(&args.base_dir).map_err(|why| text::base_dir(&args.base_dir, &why))
}

fn database(args: &args::Serve) -> Result<Box<dyn Database>, String> {
    Ok(match &args.db {
        Some(file) => Box::new(SqliteDatabase::open(file).map_err(|why| text::db(file, &why))?),
        None => Box::new(SampleDatabase::default()),
    })
}

/// What the server says of itself.
fn configured(args: &args::Serve, usual: ServerConfig) -> ServerConfig {
    let supports = if args.protocol.is_empty() { usual.supports.clone() } else { args.protocol.clone() };
    ServerConfig { supports, ..usual }
}

/// The tools called `names`, or all where there are none.
fn registry(names: &[String]) -> Result<Registry, String> {
    let mut registry = Registry::demo();
    let known: Vec<_> = registry.tools().iter().map(|spec| spec.tool().name.clone()).collect();
    if let Some(name) = names.iter().find(|name| !known.contains(name)) {
        return Err(text::unknown_tool(name, &known.join(", ")));
    }
    for name in known.iter().filter(|name| !names.is_empty() && !names.contains(name)) {
        registry.remove(name);
    }
    Ok(registry)
}

fn serve(args: &args::Serve, executor: impl Execute, usual: ServerConfig) -> io::Result<()> {
    let wire = wire::claim_stdout()?;
    let clock = Clock::start();
    let server = Server::with_framing(Guarded(executor), configured(args, usual), args.framing);
    let server = server.with_key(key(args.seed)?).with_page(args.page_size);
    let server = if args.shows_frames() { server.observing() } else { server };
    let (server, wire) = ending::watch(server, wire, args.grace)?;
    let level = args.level();
    if level == LogLevel::Error {
        Driver::new(server, Blocking::new(io::stdin(), wire), clock).run(|_| {})
    } else {
        Driver::new(server, Blocking::new(io::stdin(), wire), clock).run(|output| report::log(level, &output))
    }
}

/// What cursors and states are sealed with: the system's randomness, or the same each time for the same seed.
fn key(seed: Option<u64>) -> io::Result<[u8; 32]> {
    let mut key = [0; 32];
    match seed {
        Some(seed) => key[..8].copy_from_slice(&seed.to_be_bytes()),
        None => getrandom::fill(&mut key).map_err(|error| io::Error::other(error.to_string()))?,
    }
    Ok(key)
}

impl<E: Execute> Open for Server<E> {
    fn open(&self) -> usize {
        self.connection().session().open_count()
    }
}

/// Runs tools so that one that panics fails alone: its caller gets a result with `isError`, the server goes on.
#[derive(Debug)]
struct Guarded<E>(E);

impl<E: Execute> Execute for Guarded<E> {
    fn list(&self) -> ListToolsResult {
        self.0.list()
    }

    fn task_support(&self, name: &str) -> Option<TaskSupport> {
        self.0.task_support(name)
    }

    fn input_schema(&self, name: &str) -> Option<RawJson> {
        self.0.input_schema(name)
    }

    fn start(&mut self, call: &Call<'_>) -> Result<Started, CallError> {
        // Handlers are plain functions of their arguments: there is no state for a panic to leave half changed.
        let started = catch_unwind(AssertUnwindSafe(|| self.0.start(call)));
        started
            .unwrap_or_else(|panic| Ok(Started::failure(format!("The tool panicked: {}", message(&*panic)))))
    }

    fn unix_millis(&self, now: Instant) -> u64 {
        self.0.unix_millis(now)
    }

    fn folder(&self) -> Option<&dyn Folder> {
        self.0.folder()
    }

    fn resources(&self) -> Vec<Resource> {
        self.0.resources()
    }

    fn templates(&self) -> Vec<ResourceTemplate> {
        self.0.templates()
    }

    fn read(&self, uri: &str, called: u32) -> Result<Found, String> {
        self.0.read(uri, called)
    }

    fn prompts(&self) -> Vec<Prompt> {
        self.0.prompts()
    }

    fn prompt(&self, params: &GetPromptParams, answers: &Answers) -> Result<Filled, ErrorObject> {
        self.0.prompt(params, answers)
    }

    fn proposals(&self, params: &CompleteParams) -> Result<Vec<String>, ErrorObject> {
        self.0.proposals(params)
    }

    fn hangs_up(&self, name: &str) -> Option<Duration> {
        self.0.hangs_up(name)
    }

    fn take_change(&mut self) -> Option<&'static str> {
        self.0.take_change()
    }
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it does not say why")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proto::jsonrpc::RequestId;

    struct Panicking;

    impl Execute for Panicking {
        fn list(&self) -> ListToolsResult {
            Registry::demo().list()
        }

        fn start(&mut self, call: &Call<'_>) -> Result<Started, CallError> {
            panic!("{} fell over", call.name)
        }

        fn unix_millis(&self, _: Instant) -> u64 {
            0
        }
    }

    #[test]
    fn a_tool_that_panics_fails_alone() {
        let (id, answers) = (RequestId::from(1), Answers::default());
        let call = Call { now: Instant::ZERO, id: &id, name: "add", arguments: None, answers: &answers };
        let started = Guarded(Panicking).start(&call);
        assert_eq!(started, Ok(Started::failure("The tool panicked: add fell over")));
    }
}
