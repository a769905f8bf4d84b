//! How far a call is, where the server says so and a person looks.

use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, PoisonError};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::screen;
use crate::native::client::{ClientOptions, Watch};
use crate::proto::mcp::ProgressParams;
use crate::proto::session::{Event, Output, RequestOptions};

/// How many characters of what the server says of it are shown.
const MESSAGE: usize = 40;

/// A bar that is there while something reports progress.
#[derive(Debug, Clone)]
pub(super) struct Progress(Option<Arc<Mutex<Option<ProgressBar>>>>);

impl Progress {
    /// On stderr, if that is a terminal, and does not show each frame anyway.
    pub(super) fn new(verbose: bool) -> Self {
        Self((!verbose && io::stderr().is_terminal()).then(Arc::default))
    }

    /// Asks for progress where it can be shown.
    pub(super) fn request(&self) -> RequestOptions {
        RequestOptions { progress: self.0.is_some(), ..RequestOptions::default() }
    }

    /// Lets the bar see what happens.
    pub(super) fn watching(&self, options: ClientOptions) -> ClientOptions {
        let Some(bar) = self.0.clone() else { return options };
        let mut before = options.watch;
        let watch: Watch = Box::new(move |output| {
            if let Output::Event(Event::Progressed { progress, .. }) = output
                && let Ok(progress) = progress.parse::<ProgressParams>()
            {
                let mut bar = bar.lock().unwrap_or_else(PoisonError::into_inner);
                let new = || ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
                show(bar.get_or_insert_with(new), &progress);
            }
            if let Some(before) = &mut before {
                before(output);
            }
        });
        ClientOptions { watch: Some(watch), ..options }
    }

    /// Takes the bar away.
    pub(super) fn clear(&self) {
        let bar = self.0.as_ref().and_then(|bar| bar.lock().unwrap_or_else(PoisonError::into_inner).take());
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
    }
}

fn show(bar: &ProgressBar, progress: &ProgressParams) {
    let total = progress.total.as_ref().map(|total| total.to_f64()).filter(|total| *total > 0.0);
    let template =
        if total.is_some() { "{wide_bar} {percent:>3} % {msg}" } else { "{spinner} {prefix} {msg}" };
    // What stands there is ours, and can be read.
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.set_prefix(progress.progress.as_str().to_owned());
    let message = progress.message().ok().flatten().unwrap_or_default();
    bar.set_message(screen::line(screen::cut(&message, MESSAGE).0).into_owned());
    match total {
        // Units are the server's own: a thousandth of the way is as fine as a bar can show.
        Some(total) => {
            bar.set_length(1_000);
            bar.set_position((progress.progress.to_f64() / total * 1e3).clamp(0.0, 1e3) as u64);
        }
        None => bar.tick(),
    }
}
