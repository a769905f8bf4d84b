//! The loop around the model: one message at a time, then one look at the result.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::{Rc, Weak};

use js_sys::Function;
use wasm_bindgen::JsValue;
use web_sys::Element;

use super::database::Asker;
use super::judge::Counsel;
use super::screen::Screen;
use super::timer::Timer;
use super::{crash, storage};
use crate::panel::{Effect, Environment, Model, Msg, Shared, update, view};

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
    asker: Asker,
    counsel: Counsel,
    share: Option<Function>,
}

impl Shell {
    /// A model that just began, on the screen in `root`.
    pub(super) fn new(
        root: &Element,
        environment: &Environment,
        asker: Asker,
        counsel: Counsel,
        share: Option<Function>,
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
            let state = RefCell::new(State { model, screen, timer, asker, counsel, share });
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
        let mut msg = Some(first);
        while let Some(one) = msg {
            for effect in update(&mut self.model, one) {
                match effect {
                    Effect::WakeAfter(delay) => self.timer.set(delay),
                    Effect::StopWaking => self.timer.clear(),
                    Effect::Save { key, value } => storage::save(key, &value),
                    Effect::Query { number, query, script } => {
                        self.asker.ask(number, &query, script.as_deref());
                    }
                    // What is to be seen may not be there yet.
                    Effect::Reveal(name) => reveal.push(name),
                    Effect::Share(text) => {
                        let text = JsValue::from(text);
                        let asked = self.share.as_ref().map(|share| share.call1(&JsValue::NULL, &text));
                        if !matches!(asked, Some(Ok(_))) {
                            enqueue(Msg::Shared(Shared::Nothing));
                        }
                    }
                    Effect::Focus(name) => focus = Some(name),
                    Effect::Show(name) => show.push(name),
                    Effect::Judge { number, ask, language, body } => {
                        self.counsel
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
        focus.iter().for_each(|name| self.screen.focus(name));
    }
}
