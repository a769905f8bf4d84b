//! Who starts and ends processes: one thread, with one process at a time.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use super::frame::{Command, Kind, Trouble};
use super::log::Log;
use super::outbox::{Outbox, Post};
use super::page::Permit;
use super::process::Running;
use super::{Behind, Role, STARTS, shown, words};
use crate::native::clock::Clock;
use crate::proto::time::Instant;

/// What happens.
#[derive(Debug)]
pub(super) enum Event {
    /// A page has come.
    Came(Arc<Outbox>),
    /// It asks for something.
    Asked(Command, Permit),
    /// It is gone.
    Left,
    /// One of the two streams of this process has ended.
    Lane(u32),
    /// This process has ended.
    Ended(u32),
    /// There will be no page any more.
    Over,
}

/// The one who keeps the process.
#[derive(Debug)]
pub(super) struct Keeper {
    behind: Behind,
    clock: Clock,
    events: Sender<Event>,
    /// Where pages that look on are told.
    log: Option<Arc<Log>>,
    page: Option<Arc<Outbox>>,
    /// The number of the last process.
    number: u32,
    running: Option<Running>,
    /// What the page has asked for and what is not done yet.
    asked: VecDeque<(Command, Permit)>,
    /// Whether a process is due as soon as the one before is gone.
    starting: bool,
    /// When there were starts, as far back as it matters.
    starts: VecDeque<Instant>,
}

impl Keeper {
    pub(super) fn new(behind: Behind, clock: Clock, events: Sender<Event>, log: Option<Arc<Log>>) -> Self {
        Self {
            behind,
            clock,
            events,
            log,
            page: None,
            number: 0,
            running: None,
            asked: VecDeque::new(),
            starting: false,
            starts: VecDeque::new(),
        }
    }

    /// Does what is asked, until it is over.
    pub(super) fn run(mut self, heard: &Receiver<Event>) {
        loop {
            let event = match self.running.as_ref().and_then(Running::next_timeout) {
                None => heard.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(at) => heard.recv_timeout(at.saturating_since(self.clock.now())),
            };
            match event {
                Ok(Event::Over) | Err(RecvTimeoutError::Disconnected) => return,
                Ok(event) => self.handle(event),
                Err(RecvTimeoutError::Timeout) => {
                    let (now, grace) = (self.clock.now(), self.behind.grace);
                    if let Some(running) = &mut self.running {
                        running.handle_timeout(now, grace);
                    }
                }
            }
            self.go_on();
        }
    }

    fn handle(&mut self, event: Event) {
        let (now, grace) = (self.clock.now(), self.behind.grace);
        match event {
            Event::Came(outbox) => {
                outbox.number.store(self.number, Ordering::Release);
                outbox.push(Kind::Hello, self.number, shown(&self.behind, Role::Client).as_bytes());
                self.page = Some(outbox);
            }
            Event::Asked(command, permit) => self.asked.push_back((command, permit)),
            Event::Left => {
                self.page = None;
                self.asked.clear();
                self.starting = false;
                if let Some(running) = &mut self.running {
                    running.close(now, grace);
                }
            }
            Event::Lane(number) => {
                if let Some(running) = self.running.as_mut().filter(|running| running.post.number == number) {
                    running.handle_lane(now);
                }
            }
            Event::Ended(number) => {
                if let Some(running) = self.running.as_mut().filter(|running| running.post.number == number) {
                    running.handle_end(now);
                }
            }
            Event::Over => {}
        }
    }

    /// Does what can be done by now.
    fn go_on(&mut self) {
        loop {
            if let Some(running) = self.running.as_mut()
                && running.is_over(self.clock.now())
            {
                running.say_end();
                self.running = None;
            }
            if self.starting {
                if self.running.is_some() {
                    return;
                }
                self.start();
            }
            let Some((command, permit)) = self.asked.pop_front() else { return };
            self.obey(command, permit);
        }
    }

    fn obey(&mut self, command: Command, permit: Permit) {
        let (now, grace) = (self.clock.now(), self.behind.grace);
        match (command, &mut self.running) {
            (Command::Start, running) => {
                self.starting = true;
                if let Some(running) = running {
                    running.kill();
                }
            }
            (Command::Input(bytes), Some(running)) => running.write(bytes, permit),
            (Command::Input(_), None) => {
                if let Some(page) = &self.page {
                    self.post(page).trouble(Trouble::Input, &words::NOBODY.into());
                }
            }
            (Command::End, Some(running)) => running.end_input(),
            (Command::Terminate, Some(running)) => running.terminate(),
            (Command::Kill, Some(running)) => running.kill(),
            (Command::Close, Some(running)) => running.close(now, grace),
            (Command::ToServer(_) | Command::ToClient(_) | Command::Mode(_) | Command::Done(..), _) => {
                if let Some(page) = &self.page {
                    self.post(page).trouble(Trouble::Input, &words::NO_CLIENT.into());
                }
            }
            // What is not there is not to be ended.
            (Command::End | Command::Terminate | Command::Kill | Command::Close, None) => {}
        }
    }

    fn start(&mut self) {
        self.starting = false;
        let Some(page) = self.page.clone() else { return };
        self.number = self.number.wrapping_add(1);
        page.number.store(self.number, Ordering::Release);
        let post = self.post(&page);
        if self.is_too_often() {
            post.trouble(Trouble::Start, &words::TOO_OFTEN.into());
            return;
        }
        match Running::start(&self.behind, post.clone(), &self.events) {
            Ok(running) => self.running = Some(running),
            Err(error) => post.trouble(Trouble::Start, &words::not_started(&self.behind.command, &error)),
        }
    }

    fn is_too_often(&mut self) -> bool {
        let now = self.clock.now();
        self.starts.retain(|start| now.saturating_since(*start) < Duration::from_secs(1));
        if self.starts.len() >= STARTS {
            return true;
        }
        self.starts.push_back(now);
        false
    }

    fn post(&self, page: &Arc<Outbox>) -> Post {
        Post { outbox: Arc::clone(page), log: self.log.clone(), number: self.number }
    }
}
