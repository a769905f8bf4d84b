//! `wirelab serve`.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::args;
use super::exit::Exit;
use super::report;
use crate::demo::{CallError, Execute, Live, Registry, Server, Started};
use crate::native::clock::{self, Clock};
use crate::native::stdio::{Driver, Endpoint};
use crate::native::wire;
use crate::proto::connection::Input;
use crate::proto::json::RawJson;
use crate::proto::jsonrpc::RequestId;
use crate::proto::mcp::ListToolsResult;
use crate::proto::session::{Output, ServerConfig};
use crate::proto::time::Instant;

pub(super) fn run(args: &args::Serve) -> Exit {
    match serve(args) {
        Ok(()) => Exit::Ok,
        Err(error) => {
            report::complain(&error.to_string());
            Exit::Lost
        }
    }
}

fn serve(args: &args::Serve) -> io::Result<()> {
    let wire = wire::claim_stdout()?;
    let clock = Clock::start();
    let executor = Guarded(Live::new(Registry::demo(), clock::unix_millis()));
    let server = Server::with_framing(executor, ServerConfig::default(), args.framing);
    if args.verbose {
        Driver::new(server.observing(), io::stdin(), wire, clock).run(|output| report::watch(&output))
    } else {
        Driver::new(server, io::stdin(), wire, clock).run(|_| {})
    }
}

impl<E: Execute> Endpoint for Server<E> {
    fn handle_input(&mut self, now: Instant, input: Input<'_>) {
        self.handle_input(now, input);
    }

    fn handle_timeout(&mut self, now: Instant) {
        self.handle_timeout(now);
    }

    fn next_timeout(&self) -> Option<Instant> {
        self.next_timeout()
    }

    fn poll_output(&mut self) -> Option<Output<Vec<u8>>> {
        self.poll_output()
    }
}

/// Runs tools so that one that panics fails alone: its caller gets a result with `isError`, the server goes on.
#[derive(Debug)]
struct Guarded<E>(E);

impl<E: Execute> Execute for Guarded<E> {
    fn list(&self) -> ListToolsResult {
        self.0.list()
    }

    fn start(
        &mut self,
        now: Instant,
        id: &RequestId,
        name: &str,
        arguments: Option<&RawJson>,
    ) -> Result<Started, CallError> {
        // Handlers are plain functions of their arguments: there is no state for a panic to leave half changed.
        let started = catch_unwind(AssertUnwindSafe(|| self.0.start(now, id, name, arguments)));
        started
            .unwrap_or_else(|panic| Ok(Started::failure(format!("The tool panicked: {}", message(&*panic)))))
    }
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it does not say why")
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Panicking;

    impl Execute for Panicking {
        fn list(&self) -> ListToolsResult {
            Registry::demo().list()
        }

        fn start(
            &mut self,
            _: Instant,
            _: &RequestId,
            name: &str,
            _: Option<&RawJson>,
        ) -> Result<Started, CallError> {
            panic!("{name} fell over")
        }
    }

    #[test]
    fn a_tool_that_panics_fails_alone() {
        let started = Guarded(Panicking).start(Instant::ZERO, &RequestId::from(1), "add", None);
        assert_eq!(started, Ok(Started::failure("The tool panicked: add fell over")));
    }
}
