//! The page: applies the view model to the document and turns its events into messages.
//!
//! It decides nothing. What is shown comes from [`view`](crate::panel::view), what happens from
//! [`update`](crate::panel::update); here are only the hands: elements, listeners, one timer, storage.
//!
//! Three rules keep it honest. Markup is constant: data reaches the document as text and as attributes with names
//! fixed in the program, never as HTML. Whatever is registered is owned: dropping the [`PanelHandle`] removes every
//! listener and the timer. Events during an update only queue up: the model is never entered twice.

mod clock;
mod crash;
mod database;
mod dom;
mod field;
mod judge;
mod keys;
mod listen;
#[doc(hidden)]
pub mod patch;
mod pointer;
mod roving;
#[doc(hidden)]
pub mod screen;
mod shell;
#[doc(hidden)]
pub mod storage;
#[doc(hidden)]
pub mod timer;

use std::rc::Rc;

use wasm_bindgen::prelude::*;
use web_sys::Element;

use crate::demo::{answer, reply};
use crate::panel::{Environment, Msg, Place, Shared};
#[cfg(feature = "reader")]
use crate::{desk::Reply, panel::AttachMsg, panel::InspectMsg, panel::RecordingMsg};
use database::Asker;
use judge::Counsel;
use listen::Listener;
use shell::{Helpers, Shell};

/// Puts the playground into `root` and keeps it alive until the handle is dropped.
///
/// `ask` is called with the number of a query of `query_db` and the query, and gives the reply to
/// [`PanelHandle::answer`] whenever it has one; [`question`](crate::demo::question) and [`reply`] say how both are
/// written. Without `ask` there is no database.
///
/// `judge` is called with the number of a question about a recording, the question as [`Ask`](crate::desk::Ask) writes
/// it, and a text, `true` for the file that was offered last, or nothing; it gives the reply to
/// [`PanelHandle::judged`]. Called with nothing, it lets go of all that it has read.
///
/// `share` is called with the world of the page as a text, which somebody else is to see, and tells
/// [`PanelHandle::shared`] what has become of it.
///
/// `leave` is called with the name of a place and with what is to be done there, if anything, where this module does not
/// know them; it lets another one take over from [`PanelHandle::carry`], or tells [`PanelHandle::stayed`] why not.
///
/// `copy` is called with a text for the clipboard, and tells [`PanelHandle::copied`] whether it is there.
///
/// # Errors
/// When markup and view do not fit together; the message names the element.
#[wasm_bindgen]
pub fn mount(
    root: Element,
    ask: Option<js_sys::Function>,
    judge: Option<js_sys::Function>,
    share: Option<js_sys::Function>,
    leave: Option<js_sys::Function>,
    copy: Option<js_sys::Function>,
) -> Result<PanelHandle, JsValue> {
    let environment = Environment { database: ask.is_some(), ..surroundings(&root) };
    put(
        root,
        &environment,
        Helpers { asker: Asker::new(ask), counsel: Counsel::new(judge), share, leave, copy, bridge: None },
    )
}

/// Like [`mount`], in surroundings of the caller's choice, where nobody answers queries.
///
/// # Errors
/// When markup and view do not fit together; the message names the element.
pub fn mount_with(root: Element, environment: &Environment) -> Result<PanelHandle, JsValue> {
    put(root, environment, Helpers::default())
}

fn put(root: Element, environment: &Environment, helpers: Helpers) -> Result<PanelHandle, JsValue> {
    crash::watch();
    let shell = match Shell::new(&root, environment, helpers) {
        Ok(shell) => shell,
        Err(fault) => {
            root.set_text_content(None);
            return Err(js_sys::Error::new(&fault).into());
        }
    };
    let mut listeners = pointer::listen(&root, &shell);
    listeners.extend(keys::listen(&root, &shell));
    Ok(PanelHandle { root, shell, listeners })
}

/// A mounted playground. Dropping it removes its listeners and its timer and empties its root.
#[wasm_bindgen]
#[derive(Debug)]
pub struct PanelHandle {
    root: Element,
    shell: Rc<Shell>,
    listeners: Vec<Listener>,
}

#[wasm_bindgen]
impl PanelHandle {
    /// Takes the playground out of the page; the same as `free()`, by the name of what it does.
    pub fn unmount(self) {}

    /// Takes the reply to the query of this number. One that nobody waits for any more changes nothing.
    pub fn answer(&self, number: u32, text: &str) {
        self.shell.dispatch(Msg::Queried { number, result: answer(reply(text)) });
    }

    /// The world of the page as a text, for [`open_script`](Self::open_script) here or elsewhere; nothing while nothing has
    /// happened and nothing was chosen.
    #[must_use]
    pub fn script(&self) -> Option<String> {
        self.shell.script()
    }

    /// Takes what has become of a world that was to be shared, by the name of a [`Shared`](crate::panel::Shared).
    pub fn shared(&self, how: &str) {
        self.shell.dispatch(Msg::Shared(Shared::find(how)));
    }

    /// All that the reader would miss in another module of the page, for [`carried`](Self::carried) there.
    #[must_use]
    pub fn carry(&self) -> String {
        self.shell.carry()
    }

    /// Goes to a place, by the name of a [`Place`].
    pub fn go(&self, place: &str) {
        Place::find(place).into_iter().for_each(|place| self.shell.dispatch(Msg::Go(place)));
    }

    /// The module that knows the place that the reader wants to go to cannot be had.
    pub fn stayed(&self, why: &str) {
        self.shell.dispatch(Msg::Stayed(why.to_owned()));
    }
}

/// What only the module does that knows all places.
#[cfg(feature = "reader")]
#[wasm_bindgen]
impl PanelHandle {
    /// Makes the world of the page the one that this text leads to; the page tells why if that cannot be.
    pub fn open_script(&self, text: &str) {
        self.shell.dispatch(Msg::OpenScript(text.to_owned()));
    }

    /// Goes on with what another module has packed, at this place, and does there what the reader wished for.
    pub fn carried(&self, text: &str, place: &str, wish: &str) {
        self.shell.dispatch(Msg::Carried(text.to_owned()));
        self.go(place);
        // The element that had the focus is gone. A wish has a place for it of its own.
        self.shell.focus(place);
        if !wish.is_empty() {
            self.shell.dispatch(Msg::Wish(wish.to_owned()));
        }
    }

    /// Does what a link asks for, in the words of [`Msg::Wish`].
    pub fn wish(&self, wish: &str) {
        self.shell.dispatch(Msg::Wish(wish.to_owned()));
    }

    /// The page was opened for a real process: `bridge` sends the bytes that it is given to the program that has it, and
    /// opens the way there when it is given nothing.
    pub fn attach(&self, bridge: js_sys::Function) {
        self.shell.attach(bridge);
    }

    /// Takes what the program has sent.
    pub fn heard(&self, message: &[u8]) {
        let heard = AttachMsg::Heard { clock: clock::micros(), message: message.to_vec() };
        self.shell.dispatch(Msg::Attach(heard));
    }

    /// The way to the program cannot be opened, or is closed: with which HTTP status, or which code of the WebSocket; 0 where
    /// there is none.
    pub fn shut(&self, number: u32) {
        self.shell.dispatch(Msg::Attach(AttachMsg::Shut { number }));
    }

    /// Takes whether a text is on the clipboard now.
    pub fn copied(&self, done: bool) {
        self.shell.dispatch(Msg::Inspect(InspectMsg::Copied(done)));
    }

    /// Takes the judge's reply to the question of this number. One that nobody waits for any more changes nothing.
    pub fn judged(&self, number: u32, text: &str) {
        self.shell.dispatch(Msg::Judged { number, reply: Reply::from_json(text) });
    }

    /// Takes how much of the reply to the question of this number is there, in percent.
    pub fn judging(&self, number: u32, percent: u32) {
        self.shell.dispatch(Msg::Judging { number, percent });
    }

    /// Opens the file that the page was given: it is asked for as `true` when the judge is to read it.
    pub fn offer(&self, name: &str, size: f64) {
        // Beyond 2^53 bytes there is no file.
        let size = size as u64;
        self.shell.dispatch(Msg::Recording(RecordingMsg::OpenFile { name: name.to_owned(), size }));
    }
}

impl PanelHandle {
    /// Lets happen what an element with these `data-msg`, `data-arg` and value would ask for. False if there is no
    /// such message.
    pub fn dispatch(&self, name: &str, arg: &str, value: &str) -> bool {
        let msg = Msg::from_dom(name, arg, value);
        let known = msg.is_some();
        msg.into_iter().for_each(|msg| self.shell.dispatch(msg));
        known
    }

    /// Lets the wake-up come now, whether one was asked for or not.
    pub fn wake(&self) {
        self.shell.dispatch(Msg::Wake);
    }

    /// How many messages have happened. Tests of the listeners count them, whatever the messages do.
    #[doc(hidden)]
    #[must_use]
    pub fn messages(&self) -> u32 {
        self.shell.messages()
    }
}

impl Drop for PanelHandle {
    fn drop(&mut self) {
        // Listeners first: emptying the root can move the focus, and nobody is left to be told.
        self.listeners.clear();
        self.root.set_text_content(None);
    }
}

/// The browser's answer to what the model asks when it begins. What the page's address asks for, which `root` has as
/// `data-lang` and `data-theme`, goes before what was kept, and is not kept.
fn surroundings(root: &Element) -> Environment {
    let languages = dom::window().navigator().languages();
    let mut languages: Vec<_> = languages.iter().filter_map(|tag| tag.as_string()).collect();
    let mut saved = storage::load();
    if let Some(tag) = root.get_attribute("data-lang") {
        saved.retain(|(name, _)| name != "language");
        languages.insert(0, tag);
    }
    if let Some(theme) = root.get_attribute("data-theme") {
        saved.insert(0, ("theme".to_owned(), theme));
    }
    Environment { languages, saved, unix_millis: clock::unix_millis(), database: false }
}
