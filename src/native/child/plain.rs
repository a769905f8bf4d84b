//! A process where there are no process groups. Only compiled so far, not tried: what the process itself has started
//! is not ended with it, and there is no polite way to ask it to terminate.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::thread;
use std::time::Duration;

/// How often we look whether a process has ended.
const LOOK: Duration = Duration::from_millis(10);

/// A single process.
#[derive(Debug)]
pub(super) struct Tree;

impl Tree {
    /// Starts it. Nobody waits for it, so nobody is told.
    pub(super) fn spawn(command: &mut Command, _told: Box<dyn FnOnce() + Send>) -> io::Result<(Child, Self)> {
        Ok((command.spawn()?, Self))
    }

    pub(super) fn ends_within(&self, child: &mut Child, wait: Duration) -> bool {
        let mut waited = Duration::ZERO;
        loop {
            if !matches!(child.try_wait(), Ok(None)) {
                return true;
            }
            if waited >= wait {
                return false;
            }
            thread::sleep(LOOK);
            waited += LOOK;
        }
    }

    pub(super) fn stop(&self) {}

    pub(super) fn terminate(&self, child: &mut Child) {
        let _ = child.kill();
    }

    pub(super) fn kill(&self, child: &mut Child) {
        let _ = child.kill();
    }

    pub(super) fn reap(&self, child: &mut Child) -> io::Result<ExitStatus> {
        child.wait()
    }
}

/// Does nothing: a console's Ctrl+C reaches the whole tree by itself.
///
/// # Errors
/// Never.
pub fn end_with_us_on_signals() -> io::Result<()> {
    Ok(())
}

/// Does nothing, for the same reason.
///
/// # Errors
/// Never.
pub fn pass_signals_on() -> io::Result<()> {
    Ok(())
}

/// Does nothing either.
pub fn keep_signals() {}
