//! A process and its group, the Unix way.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGXFSZ};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

/// The groups that are running. A process is started, and forgotten, with the lock held: a signal to us meets
/// either all of it or none of it.
static RUNNING: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

/// Whether signals to us are kept from our servers.
static KEPT: AtomicBool = AtomicBool::new(false);

/// How long our servers get to terminate when we are told to, and how often we look.
const PATIENCE: Duration = Duration::from_secs(1);
const LOOK: Duration = Duration::from_millis(10);

fn running() -> MutexGuard<'static, Vec<Pid>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A process that leads a group of its own.
///
/// The process is waited for without being reaped: until it is, its id cannot be given to anybody else, and a signal
/// to its group cannot go astray.
#[derive(Debug)]
pub(super) struct Tree {
    leader: Pid,
    /// Closes when the leader has ended.
    alive: Receiver<()>,
}

impl Tree {
    /// Starts it; `told` is called when the leader has ended.
    pub(super) fn spawn(command: &mut Command, told: Box<dyn FnOnce() + Send>) -> io::Result<(Child, Self)> {
        command.process_group(0);
        let mut running = running();
        let mut child = command.spawn()?;
        let leader = Pid::from_child(&child);
        running.push(leader);
        drop(running);
        let (guard, alive) = channel();
        let watched = thread::Builder::new().name("exit".to_owned()).spawn(move || {
            while let Err(rustix::io::Errno::INTR) =
                waitid(WaitId::Pid(leader), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT)
            {}
            drop(guard);
            told();
        });
        let tree = Self { leader, alive };
        if let Err(error) = watched {
            let _ = kill_process_group(leader, Signal::KILL);
            let _ = tree.reap(&mut child);
            return Err(error);
        }
        Ok((child, tree))
    }

    /// Whether the leader ends within `wait`.
    pub(super) fn ends_within(&self, _child: &mut Child, wait: Duration) -> bool {
        let ended = matches!(self.alive.recv_timeout(wait), Err(RecvTimeoutError::Disconnected));
        // When it ended because we were told to end, this is where we do.
        drop(running());
        ended
    }

    pub(super) fn stop(&self) {
        let _ = kill_process_group(self.leader, Signal::STOP);
    }

    pub(super) fn terminate(&self, _child: &mut Child) {
        let _ = kill_process_group(self.leader, Signal::TERM);
    }

    /// Kills the group and waits for its leader to be gone, though not to be reaped.
    pub(super) fn kill(&self, _child: &mut Child) {
        // It fails when the group is empty but for the unreaped leader, which is what we want.
        let _ = kill_process_group(self.leader, Signal::KILL);
        let _ = self.alive.recv();
    }

    /// Takes the status of the leader, which has ended. Its id is free from then on, so the group is forgotten.
    pub(super) fn reap(&self, child: &mut Child) -> io::Result<ExitStatus> {
        let mut running = running();
        running.retain(|leader| *leader != self.leader);
        child.wait()
    }
}

/// Makes `SIGINT`, `SIGTERM` and `SIGHUP` end our servers before they end us: being in groups of their own, they do
/// not get the terminal's signals. A second signal kills at once.
///
/// # Errors
/// When the signals cannot be watched.
pub fn end_with_us_on_signals() -> io::Result<()> {
    end_with_us_on_signals_but(|| false)
}

/// The same, but for a `SIGINT` that `takes` says to have taken: whoever presses Ctrl-C may mean what is going on and not
/// all of it.
///
/// # Errors
/// When the signals cannot be watched.
pub fn end_with_us_on_signals_but(takes: impl Fn() -> bool + Send + 'static) -> io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        let meant = signals.forever().find(|signal| *signal != SIGINT || !takes());
        let Some(signal) = meant else { return };
        // Held until the end, so that nothing is started or reaped any more.
        let running = running();
        for leader in running.iter() {
            let _ = kill_process_group(*leader, Signal::TERM);
        }
        let mut waited = Duration::ZERO;
        while waited < PATIENCE && signals.pending().next().is_none() && !running.iter().all(has_ended) {
            thread::sleep(LOOK);
            waited += LOOK;
        }
        for leader in running.iter() {
            let _ = kill_process_group(*leader, Signal::KILL);
        }
        let _ = emulate_default_handler(signal);
    })?;
    Ok(())
}

/// Passes on to our servers what is sent to us, and asks nothing of us ourselves: whoever stops us means the server.
/// Without one that runs, a signal does what it does to any program.
///
/// # Errors
/// When the signals cannot be watched.
pub fn pass_signals_on() -> io::Result<()> {
    const PASSED: [(i32, Signal); 6] = [
        (SIGINT, Signal::INT),
        (SIGTERM, Signal::TERM),
        (SIGHUP, Signal::HUP),
        (SIGQUIT, Signal::QUIT),
        (SIGUSR1, Signal::USR1),
        (SIGUSR2, Signal::USR2),
    ];
    // A file that may not grow any more is an error like any other, and no reason to end.
    let mut signals = Signals::new(PASSED.map(|(number, _)| number).iter().chain(&[SIGXFSZ]))?;
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for number in signals.forever() {
            let passed = PASSED.iter().find(|(passed, _)| *passed == number);
            let Some((_, signal)) = passed.filter(|_| !KEPT.load(Ordering::Acquire)) else { continue };
            let running = running();
            let alive: Vec<_> = running.iter().filter(|leader| !has_ended(leader)).collect();
            if alive.is_empty() {
                let _ = emulate_default_handler(number);
            }
            for leader in alive {
                // It fails when the group has gone just now, as it should.
                let _ = kill_process_group(*leader, *signal);
            }
        }
    })?;
    Ok(())
}

/// From now on what is sent to us is passed on to nobody, and does nothing.
pub fn keep_signals() {
    KEPT.store(true, Ordering::Release);
}

fn has_ended(leader: &Pid) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(*leader), options), Ok(None))
}
