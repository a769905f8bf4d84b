//! What the browser tests share: a root that goes away with the test, and what a reader does with a page.
#![allow(dead_code)] // every test file is a crate of its own and uses its part

use core::time::Duration;
use std::cell::Cell;
use std::rc::Rc;

use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Document, Element, Event, EventInit, HtmlElement, KeyboardEvent, KeyboardEventInit};
use wirelab::panel::Environment;
use wirelab::web::{PanelHandle, mount_with};

pub(crate) fn document() -> Document {
    web_sys::window().unwrap().document().unwrap()
}

/// An element in the document, removed when dropped, so that a failing test leaves nothing behind.
pub(crate) struct Root(pub(crate) Element);

impl Root {
    pub(crate) fn new() -> Self {
        let element = document().create_element("div").unwrap();
        document().body().unwrap().append_child(&element).unwrap();
        Self(element)
    }

    pub(crate) fn mount(&self) -> PanelHandle {
        mount_with(self.0.clone(), &Environment::default()).unwrap()
    }

    pub(crate) fn find(&self, selector: &str) -> Element {
        let found = self.0.query_selector(selector).unwrap();
        found.unwrap_or_else(|| panic!("no {selector} in {}", self.0.inner_html()))
    }

    /// Elements made from constant markup, at the end.
    pub(crate) fn add(&self, html: &str) {
        self.0.insert_adjacent_html("beforeend", html).unwrap();
    }
}

impl Drop for Root {
    fn drop(&mut self) {
        self.0.remove();
    }
}

pub(crate) fn html(element: &Element) -> &HtmlElement {
    element.dyn_ref().unwrap()
}

pub(crate) fn focus(element: &Element) {
    html(element).focus().unwrap();
    assert!(has_focus(element));
}

pub(crate) fn has_focus(element: &Element) -> bool {
    document().active_element().as_ref() == Some(element)
}

/// Sends an event that bubbles and can be prevented; true if it was.
pub(crate) fn send(target: &Element, kind: &str) -> bool {
    let init = EventInit::new();
    init.set_bubbles(true);
    init.set_cancelable(true);
    !target.dispatch_event(&Event::new_with_event_init_dict(kind, &init).unwrap()).unwrap()
}

/// Presses a key; true if the page took it from the browser.
pub(crate) fn press(target: &Element, key: &str) -> bool {
    press_with(target, key, |_| {})
}

/// Presses a key with modifiers.
pub(crate) fn press_with(target: &Element, key: &str, modify: impl Fn(&KeyboardEventInit)) -> bool {
    let init = KeyboardEventInit::new();
    init.set_bubbles(true);
    init.set_cancelable(true);
    init.set_key(key);
    modify(&init);
    let event = KeyboardEvent::new_with_keyboard_event_init_dict("keydown", &init).unwrap();
    !target.dispatch_event(&event).unwrap()
}

/// Lets the browser do other things for a while.
pub(crate) async fn pause(time: Duration) {
    let over = js_sys::Promise::new(&mut |resolve, _| {
        let window = web_sys::window().unwrap();
        let millis = time.as_millis() as i32;
        window.set_timeout_with_callback_and_timeout_and_arguments_0(&resolve, millis).unwrap();
    });
    JsFuture::from(over).await.unwrap();
}

/// Counts errors that nobody catches, such as calls of a function that is not there any more.
pub(crate) struct Uncaught {
    count: Rc<Cell<u32>>,
    listener: Closure<dyn Fn(Event)>,
}

impl Uncaught {
    pub(crate) fn watch() -> Self {
        let count = Rc::new(Cell::new(0));
        let counter = Rc::clone(&count);
        let listener = Closure::<dyn Fn(Event)>::new(move |_| counter.set(counter.get() + 1));
        let window = web_sys::window().unwrap();
        window.add_event_listener_with_callback("error", listener.as_ref().unchecked_ref()).unwrap();
        Self { count, listener }
    }

    pub(crate) fn count(&self) -> u32 {
        self.count.get()
    }
}

impl Drop for Uncaught {
    fn drop(&mut self) {
        let window = web_sys::window().unwrap();
        let listener = self.listener.as_ref().unchecked_ref();
        window.remove_event_listener_with_callback("error", listener).unwrap();
    }
}
