//! Lines on standard error for a person, who may not be there.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How many texts may wait to be shown.
const WAITING: usize = 1024;

/// How long the last of them may take, at the end.
const FAREWELL: Duration = Duration::from_millis(500);

/// Shows texts one after the other on a thread of its own. Where nobody reads, what is too much is left out and counted.
#[derive(Debug, Clone)]
pub struct Screen {
    texts: Arc<Mutex<Option<SyncSender<String>>>>,
    left_out: Arc<AtomicU64>,
    /// Closes when all was shown.
    open: Arc<Mutex<Receiver<()>>>,
}

impl Screen {
    /// A screen that shows texts with `show`.
    ///
    /// # Errors
    /// When no thread can be started.
    pub fn start(mut show: impl FnMut(&str) + Send + 'static) -> io::Result<Self> {
        let (texts, waiting) = sync_channel::<String>(WAITING);
        let (guard, open) = channel();
        thread::Builder::new().name("screen".to_owned()).spawn(move || {
            let _guard = guard;
            waiting.iter().for_each(|text| show(&text));
        })?;
        let texts = Arc::new(Mutex::new(Some(texts)));
        Ok(Self { texts, left_out: Arc::default(), open: Arc::new(Mutex::new(open)) })
    }

    /// Shows `text` soon, if there is room.
    pub fn show(&self, text: String) {
        let texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        if texts.as_ref().is_none_or(|texts| texts.try_send(text).is_err()) {
            self.left_out.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Waits until all was shown, but not long; how many texts were left out, if somebody can still be told.
    pub fn close(&self) -> Option<u64> {
        drop(self.texts.lock().unwrap_or_else(PoisonError::into_inner).take());
        // Nothing is ever sent: the wait ends when the showing does, or in time.
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let shown = open.recv_timeout(FAREWELL) == Err(RecvTimeoutError::Disconnected);
        shown.then(|| self.left_out.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_screen_that_nobody_looks_at_holds_nobody_up() {
        let (gate, shut) = channel::<()>();
        let (shown, seen) = channel();
        let screen = Screen::start(move |text| {
            let _ = shut.recv();
            let _ = shown.send(text.to_owned());
        })
        .expect("a thread");
        let all = WAITING + 10;
        (0..all).for_each(|number| screen.show(number.to_string()));
        drop(gate);
        let left_out = usize::try_from(screen.close().expect("all is shown")).expect("few");
        assert!(left_out > 0, "there is an end to what waits");
        assert_eq!(seen.iter().count() + left_out, all);
    }
}
