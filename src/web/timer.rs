//! The one timer.

use core::time::Duration;

use wasm_bindgen::prelude::*;

use super::dom;
use crate::proto::time::millis;

/// A wake-up call that can be set, set anew and called off. Dropped, it never comes.
#[derive(Debug)]
pub struct Timer {
    callback: Closure<dyn Fn()>,
    handle: Option<i32>,
}

impl Timer {
    /// A timer that calls `callback`, and is not set.
    #[must_use]
    pub fn new(callback: impl Fn() + 'static) -> Self {
        Self { callback: Closure::new(callback), handle: None }
    }

    /// Calls after `delay`, instead of whenever it was set to.
    pub fn set(&mut self, delay: Duration) {
        self.clear();
        // Rounded up: a wake-up that comes before its time finds nothing to do and has to be asked for again.
        let millis = millis(delay.saturating_add(Duration::from_nanos(999_999)));
        // The longest that a browser can wait, 24.8 days; beyond it the delay would wrap around to none.
        let millis = i32::try_from(millis).unwrap_or(i32::MAX);
        let function = self.callback.as_ref().unchecked_ref();
        self.handle =
            dom::window().set_timeout_with_callback_and_timeout_and_arguments_0(function, millis).ok();
    }

    /// Does not call.
    pub fn clear(&mut self) {
        // One that has gone off already may be cleared too: handles are not given out twice.
        if let Some(handle) = self.handle.take() {
            dom::window().clear_timeout_with_handle(handle);
        }
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        self.clear();
    }
}
