//! A process in a job of its own, which everything that it starts is in as well. Checked by the compiler, never run: nobody
//! has tried it on Windows yet. There is no polite way to ask a process there to terminate, so it is killed at once.

use std::io;
use std::os::windows::io::AsRawHandle;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use win32job::{ExtendedLimitInfo, Job};

/// How often we look whether a process has ended.
const LOOK: Duration = Duration::from_millis(10);

/// A process and all that it starts. The system ends them with the last handle of their job, which is ours: they do not
/// outlive us, however we end.
#[derive(Debug)]
pub(super) struct Tree {
    job: Mutex<Option<Job>>,
}

impl Tree {
    /// What the process starts before it is in its job, a moment later, is not. Nobody waits for it, so nobody is told of
    /// its end.
    pub(super) fn spawn(command: &mut Command, _told: Box<dyn FnOnce() + Send>) -> io::Result<(Child, Self)> {
        let job = Job::create_with_limit_info(ExtendedLimitInfo::new().limit_kill_on_job_close());
        let job = job.map_err(io::Error::other)?;
        let mut child = command.spawn()?;
        if let Err(error) = job.assign_process(child.as_raw_handle() as isize) {
            // Nobody would end it later.
            let _ = child.kill();
            let _ = child.wait();
            return Err(io::Error::other(error));
        }
        Ok((child, Self { job: Mutex::new(Some(job)) }))
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
        self.kill(child);
    }

    /// Kills the process and all that it has started.
    pub(super) fn kill(&self, child: &mut Child) {
        // The last handle of the job.
        drop(self.job.lock().unwrap_or_else(PoisonError::into_inner).take());
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

/// Does nothing, for the same reason: Ctrl+C ends the program whatever goes on.
///
/// # Errors
/// Never.
pub fn end_with_us_on_signals_but(_takes: impl Fn() -> bool + Send + 'static) -> io::Result<()> {
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
