//! What happens after a panic: the page says so, and stops.
//!
//! A panic leaves the model half changed and the shell locked. Nothing after it can be trusted, so nothing more
//! is dispatched, by any playground of this module.

use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use super::dom;

static CRASHED: AtomicBool = AtomicBool::new(false);

/// The `data-ref` of the constant notice that a panic uncovers.
pub(super) const NOTICE: &str = "crashed";

/// Whether there has been a panic.
pub(super) fn has_crashed() -> bool {
    CRASHED.load(Ordering::Relaxed)
}

/// From now on a panic is logged to the console and shown in the page.
pub(super) fn watch() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Whoever watched before goes on watching: the test runner does.
        let earlier = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            CRASHED.store(true, Ordering::Relaxed);
            console_error_panic_hook::hook(info);
            uncover_notices();
            earlier(info);
        }));
    });
}

/// Looks the notices up in the document: whatever the panel's own values hold may be what broke.
fn uncover_notices() {
    let selector = format!("[data-ref={NOTICE}]");
    let Some(document) = web_sys::window().and_then(|window| window.document()) else { return };
    let Ok(notices) = document.query_selector_all(&selector) else { return };
    for notice in dom::elements(&notices) {
        let _ = notice.remove_attribute("hidden");
    }
}
