//! The loop around the model: one message at a time, then one look at the result.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::{Rc, Weak};

use web_sys::Element;

use super::screen::Screen;
use super::timer::Timer;
use super::{crash, storage};
use crate::panel::{Effect, Environment, Model, Msg, update, view};

/// The model and what it is shown on.
#[derive(Debug)]
pub(super) struct Shell {
    /// Beside the rest and not within, for an event that comes while the rest is at work still has to queue up.
    queue: RefCell<VecDeque<Msg>>,
    /// Borrowed exactly while messages are being worked off.
    state: RefCell<State>,
}

#[derive(Debug)]
struct State {
    model: Model,
    screen: Screen,
    timer: Timer,
}

impl Shell {
    /// A model that just began, on the screen in `root`.
    pub(super) fn new(root: &Element, environment: &Environment) -> Result<Rc<Self>, String> {
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
            Self { queue: RefCell::default(), state: RefCell::new(State { model, screen, timer }) }
        }))
    }

    /// Lets `msg` happen: at once, or, called by something that happens because of another message, after that one.
    pub(super) fn dispatch(&self, msg: Msg) {
        if crash::has_crashed() {
            return;
        }
        self.queue.borrow_mut().push_back(msg);
        let Ok(mut state) = self.state.try_borrow_mut() else { return };
        while let Some(msg) = self.next() {
            state.turn(msg, || self.next());
        }
    }

    fn next(&self) -> Option<Msg> {
        self.queue.borrow_mut().pop_front()
    }
}

impl State {
    /// Lets `first` and all that `next` still has happen, then shows the result.
    fn turn(&mut self, first: Msg, next: impl Fn() -> Option<Msg>) {
        let mut reveal = Vec::new();
        let mut msg = Some(first);
        while let Some(one) = msg {
            for effect in update(&mut self.model, one) {
                match effect {
                    Effect::WakeAfter(delay) => self.timer.set(delay),
                    Effect::StopWaking => self.timer.clear(),
                    Effect::Save { key, value } => storage::save(key, &value),
                    // What is to be seen may not be there yet.
                    Effect::Reveal(name) => reveal.push(name),
                }
            }
            msg = next();
        }
        self.screen.apply(view(&self.model));
        reveal.iter().for_each(|name| self.screen.reveal(name));
    }
}
