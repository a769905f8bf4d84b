//! Hears when the process is asked to end.

use std::io;

use tokio::sync::mpsc::UnboundedSender;

use super::Ask;

/// There is nothing to wait for: a program is ended here without being asked.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere it can fail")]
pub(super) fn wait(_: UnboundedSender<Ask>) -> io::Result<()> {
    Ok(())
}

/// Waits for signals on a thread of its own: the first asks the server to end, another one ends it at once.
#[cfg(unix)]
pub(super) fn wait(to_server: UnboundedSender<Ask>) -> io::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        let mut is_asked = false;
        for signal in signals.forever() {
            if core::mem::replace(&mut is_asked, true) || to_server.send(Ask::Stop).is_err() {
                // Somebody is in a hurry, or nobody is left to ask.
                let _ = emulate_default_handler(signal);
            }
        }
    })?;
    Ok(())
}
