//! What happens after a panic: the page says so, and stops.
//!
//! A panic leaves a model half changed and its shell locked, and does not say whose. So no playground that was there
//! goes on; one that is mounted afterwards begins with a model of its own and works.

use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};

use super::dom;

static PANICS: AtomicU32 = AtomicU32::new(0);

/// The `data-ref` of the constant notice that a panic uncovers.
pub(super) const NOTICE: &str = "crashed";

/// How many panics there have been. What was made at another number than now's must not go on.
pub(super) fn panics() -> u32 {
    PANICS.load(Ordering::Relaxed)
}

/// From now on a panic is logged to the console and shown in the page.
pub(super) fn watch() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Whoever watched before goes on watching: the test runner does.
        let earlier = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            PANICS.fetch_add(1, Ordering::Relaxed);
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
