//! The loop around the model: one message at a time, then one look at the result.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::{Rc, Weak};

use js_sys::{Function, Uint8Array};
use wasm_bindgen::JsValue;
use web_sys::Element;

use super::database::Asker;
use super::judge::Counsel;
use super::screen::Screen;
use super::timer::Timer;
use super::{clock, crash, storage};
use crate::panel::{AttachMsg, Effect, Environment, InspectMsg, Model, Msg, READER, Shared, update, view};
#[cfg(feature = "reader")]
use crate::panel::{Place, nav_key};

/// The model and what it is shown on.
#[derive(Debug)]
pub(super) struct Shell {
    /// Beside the rest and not within, for an event that comes while the rest is at work still has to queue up.
    queue: RefCell<VecDeque<Msg>>,
    /// Borrowed exactly while messages are being worked off.
    state: RefCell<State>,
    /// How many messages have happened.
    messages: Cell<u32>,
    /// How many panics there had been when it began.
    panics: u32,
}

#[derive(Debug)]
struct State {
    model: Model,
    screen: Screen,
    timer: Timer,
    helpers: Helpers,
}

/// Functions of the page that are asked for what this module does not do by itself.
#[derive(Debug, Default)]
pub(super) struct Helpers {
    pub(super) asker: Asker,
    pub(super) counsel: Counsel,
    /// Given a world as a text, hands it to somebody else.
    pub(super) share: Option<Function>,
    /// Given the name of a place and what is to be done there, lets the module take over that knows both.
    pub(super) leave: Option<Function>,
    /// Given a text, puts it on the clipboard.
    pub(super) copy: Option<Function>,
    /// Given bytes, sends them to the program that has a real process; given nothing, opens the way to it.
    pub(super) bridge: Option<Function>,
}

/// Calls `function` with `text`; whether somebody was there and took it.
fn told(function: Option<&Function>, text: &str) -> bool {
    function.is_some_and(|function| function.call1(&JsValue::NULL, &text.into()).is_ok())
}

impl Shell {
    /// A model that just began, on the screen in `root`.
    pub(super) fn new(
        root: &Element,
        environment: &Environment,
        helpers: Helpers,
    ) -> Result<Rc<Self>, String> {
        let model = Model::new(environment);
        let screen = Screen::new(root, view(&model))?;
        Ok(Rc::new_cyclic(|shell: &Weak<Self>| {
            // Weak, here and in the listeners: the page's handle alone keeps the shell.
            let shell = shell.clone();
            let timer = Timer::new(move || {
                if let Some(shell) = shell.upgrade() {
                    shell.dispatch(Msg::Wake);
                }
            });
            let state = RefCell::new(State { model, screen, timer, helpers });
            Self { queue: RefCell::default(), state, messages: Cell::new(0), panics: crash::panics() }
        }))
    }

    /// Lets `msg` happen: at once, or, called by something that happens because of another message, after that one.
    pub(super) fn dispatch(&self, msg: Msg) {
        if crash::panics() != self.panics {
            return;
        }
        self.queue.borrow_mut().push_back(msg);
        let Ok(mut state) = self.state.try_borrow_mut() else { return };
        while let Some(msg) = self.next() {
            state.turn(msg, || self.next(), |msg| self.queue.borrow_mut().push_back(msg));
        }
    }

    /// The world of the page as a text; nothing while nothing has happened.
    pub(super) fn script(&self) -> Option<String> {
        // Whoever asks while the page is at work gets nothing.
        self.state.try_borrow().ok()?.model.script()
    }

    /// All that the reader would miss in another module.
    pub(super) fn carry(&self) -> String {
        self.state.borrow().model.carry()
    }

    /// Moves the focus to the button that leads to `place`.
    #[cfg(feature = "reader")]
    pub(super) fn focus(&self, place: &str) {
        if let (Some(place), Ok(state)) = (Place::find(place), self.state.try_borrow()) {
            state.screen.focus(&nav_key(place));
        }
    }

    /// The page was opened for a real process, and `bridge` leads to it.
    #[cfg(feature = "reader")]
    pub(super) fn attach(&self, bridge: Function) {
        if let Ok(mut state) = self.state.try_borrow_mut() {
            state.helpers.bridge = Some(bridge);
        }
        self.dispatch(Msg::Attach(AttachMsg::Begin));
    }

    /// How many messages have happened.
    pub(super) fn messages(&self) -> u32 {
        self.messages.get()
    }

    fn next(&self) -> Option<Msg> {
        let msg = self.queue.borrow_mut().pop_front()?;
        self.messages.set(self.messages.get().wrapping_add(1));
        Some(msg)
    }
}

impl State {
    /// Lets `first` and all that `next` still has happen, then shows the result.
    fn turn(&mut self, first: Msg, next: impl Fn() -> Option<Msg>, enqueue: impl Fn(Msg)) {
        let (mut reveal, mut show, mut focus) = (Vec::new(), Vec::new(), None);
        let mut peek = Vec::new();
        let mut msg = Some(first);
        while let Some(one) = msg {
            let mut effects = Vec::new();
            if READER && self.model.has_real_clock() && !matches!(one, Msg::Attach(AttachMsg::Heard { .. })) {
                let clock = AttachMsg::Clock(clock::micros());
                effects = update(&mut self.model, Msg::Attach(clock));
            }
            effects.extend(update(&mut self.model, one));
            for effect in effects {
                match effect {
                    Effect::WakeAfter(delay) => self.timer.set(delay),
                    Effect::StopWaking => self.timer.clear(),
                    Effect::Save { key, value } => storage::save(key, &value),
                    Effect::Query { number, query, script } => {
                        self.helpers.asker.ask(number, &query, script.as_deref());
                    }
                    // What is to be seen may not be there yet.
                    Effect::Reveal(name) => reveal.push(name),
                    Effect::Share(text) => {
                        if !told(self.helpers.share.as_ref(), &text) {
                            enqueue(Msg::Shared(Shared::Nothing));
                        }
                    }
                    Effect::Leave { place, wish } => {
                        let leave = self.helpers.leave.as_ref();
                        let call = |leave: &Function| {
                            leave.call2(&JsValue::NULL, &place.name().into(), &wish.into()).is_ok()
                        };
                        if !leave.is_some_and(call) {
                            enqueue(Msg::Stayed(String::new()));
                        }
                    }
                    Effect::Copy(_) if !READER => {}
                    Effect::Copy(text) => {
                        if !told(self.helpers.copy.as_ref(), &text) {
                            enqueue(Msg::Inspect(InspectMsg::Copied(false)));
                        }
                    }
                    Effect::Connect | Effect::Send(_) if !READER => {}
                    // Whoever cannot be told is gone, and says so by itself.
                    Effect::Connect => {
                        self.helpers.bridge.as_ref().map(|bridge| bridge.call0(&JsValue::NULL));
                    }
                    Effect::Send(bytes) => {
                        let bytes = Uint8Array::from(bytes.as_slice());
                        self.helpers.bridge.as_ref().map(|bridge| bridge.call1(&JsValue::NULL, &bytes));
                    }
                    Effect::Peek(name) => peek.push(name),
                    // Nothing in the small module asks for it.
                    Effect::Judge { .. } | Effect::Dismiss if !READER => {}
                    Effect::Dismiss => self.helpers.counsel.dismiss(),
                    Effect::Focus(name) => focus = Some(name),
                    Effect::Show(name) => show.push(name),
                    Effect::Judge { number, ask, language, body } => {
                        self.helpers
                            .counsel
                            .ask(number, &ask, language, body.as_ref())
                            .into_iter()
                            .for_each(&enqueue);
                    }
                }
            }
            msg = next();
        }
        self.screen.apply(view(&self.model));
        reveal.iter().for_each(|name| self.screen.reveal(name, false));
        show.iter().for_each(|name| self.screen.reveal(name, true));
        peek.iter().for_each(|name| self.screen.peek(name));
        focus.iter().for_each(|name| self.screen.focus(name));
    }
}
