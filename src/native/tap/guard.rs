//! No server is left behind, also when somebody kills us: a process of our own, in nobody's way, waits for that.

use std::env;
use std::io::{self, Read, Write};
use std::process::{Child, Command, Stdio};

/// The word that makes a guard of this program.
pub const GUARD: &str = "guard";

/// What a guard is told when there is nothing left to guard.
const DONE: &[u8] = b".";

/// A guard over a process group. Where none can be started the group is unguarded, which is no reason to stop.
#[derive(Debug)]
pub(in crate::native) struct Guard(Option<Child>);

impl Guard {
    /// Starts a guard over the group whose leader has this id.
    pub(in crate::native) fn over(leader: u32) -> Self {
        if !cfg!(unix) {
            return Self(None);
        }
        let start = || {
            let mut command = Command::new(env::current_exe()?);
            command.args([GUARD, &leader.to_string()]);
            command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            // Whoever ends our group ends the guard last.
            #[cfg(unix)]
            std::os::unix::process::CommandExt::process_group(&mut command, 0);
            command.spawn()
        };
        Self(start().ok())
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        let Some(mut guard) = self.0.take() else { return };
        // One that is gone has nothing to be told.
        if let Some(mut stdin) = guard.stdin.take() {
            let _ = stdin.write_all(DONE);
        }
        let _ = guard.wait();
    }
}

/// Waits until whoever has started this guard tells it that it is done, or is gone: the group is killed then.
pub fn watch(leader: i32) {
    let mut told = Vec::new();
    let _ = io::stdin().lock().take(1).read_to_end(&mut told);
    if told.is_empty() {
        kill(leader);
    }
}

#[cfg(unix)]
fn kill(leader: i32) {
    use rustix::process::{Pid, Signal, kill_process_group};

    if let Some(leader) = Pid::from_raw(leader) {
        // It fails when the group has ended by itself, as it should.
        let _ = kill_process_group(leader, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill(_: i32) {}
