//! Listeners that end with their owner.

use wasm_bindgen::prelude::*;
use web_sys::{Event, EventTarget};

/// A function that an event calls. Dropped, it is called no more.
#[derive(Debug)]
pub(super) struct Listener {
    target: EventTarget,
    kind: &'static str,
    // `Fn`, not `FnMut`: what a listener does can raise the next event before it has returned.
    callback: Closure<dyn Fn(Event)>,
    is_early: bool,
}

impl Listener {
    /// Calls `callback` for every event of this kind that reaches `target` on its way up.
    pub(super) fn new(target: &EventTarget, kind: &'static str, callback: impl Fn(Event) + 'static) -> Self {
        let callback = Closure::<dyn Fn(Event)>::new(callback);
        target
            .add_event_listener_with_callback(kind, callback.as_ref().unchecked_ref())
            .expect("listening cannot fail");
        Self { target: target.clone(), kind, callback, is_early: false }
    }

    /// The same on the way down: for events that do not come up again.
    pub(super) fn early(
        target: &EventTarget,
        kind: &'static str,
        callback: impl Fn(Event) + 'static,
    ) -> Self {
        let callback = Closure::<dyn Fn(Event)>::new(callback);
        target
            .add_event_listener_with_callback_and_bool(kind, callback.as_ref().unchecked_ref(), true)
            .expect("listening cannot fail");
        Self { target: target.clone(), kind, callback, is_early: true }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let callback = self.callback.as_ref().unchecked_ref();
        // Fails only where there is nothing to remove.
        let (target, early) = (&self.target, self.is_early);
        let _ = target.remove_event_listener_with_callback_and_bool(self.kind, callback, early);
    }
}
