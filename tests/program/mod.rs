//! A page with a program at the other end, which has a real process.
#![allow(dead_code)] // every test file is a crate of its own and uses its part

use std::time::Duration;

use wirelab::desk::Desk;
use wirelab::panel::node::Node;
use wirelab::panel::{AttachMsg, Effect, Model, Msg, update};
use wirelab::proto::session::State;

use crate::scenes::{all_nodes, answers, dom, open, region};

pub(crate) const HELLO: u8 = 0x80;
pub(crate) const STARTED: u8 = 0x81;
pub(crate) const STDOUT: u8 = 0x82;
pub(crate) const STDOUT_END: u8 = 0x83;
pub(crate) const STDERR: u8 = 0x84;
pub(crate) const EXITED: u8 = 0x85;
pub(crate) const TROUBLE: u8 = 0x86;
pub(crate) const FROM_CLIENT: u8 = 0x91;
pub(crate) const FROM_CLIENT_END: u8 = 0x92;
pub(crate) const MODE: u8 = 0x93;

pub(crate) const INPUT: u8 = 1;
pub(crate) const END: u8 = 2;
pub(crate) const TERMINATE: u8 = 3;
pub(crate) const KILL: u8 = 4;
pub(crate) const START: u8 = 5;
pub(crate) const CLOSE: u8 = 6;
pub(crate) const TO_SERVER: u8 = 0x11;
pub(crate) const TO_CLIENT: u8 = 0x12;
pub(crate) const HOLD: u8 = 0x13;
pub(crate) const DONE: u8 = 0x14;

/// What the program would send.
pub(crate) fn message(kind: u8, process: u32, micros: u64, payload: &[u8]) -> Vec<u8> {
    [&[kind][..], &process.to_be_bytes(), &micros.to_be_bytes(), payload].concat()
}

/// A page with a program at the other end, and the clock that both have.
pub(crate) struct Page {
    pub(crate) model: Model,
    pub(crate) desk: Desk,
    /// Since the program began; the page began a second later.
    pub(crate) micros: u64,
    pub(crate) process: u32,
    /// What has come to the program and it has not looked at yet.
    pub(crate) sent: Vec<Vec<u8>>,
    pub(crate) wakes: Option<Duration>,
    pub(crate) connects: usize,
    pub(crate) is_judged: bool,
}

impl Page {
    pub(crate) fn new(language: &str) -> Self {
        Self::with(open(language))
    }

    pub(crate) fn with(model: Model) -> Self {
        let mut page = Self {
            model,
            desk: Desk::default(),
            micros: 7_000_000,
            process: 0,
            sent: Vec::new(),
            wakes: None,
            connects: 0,
            is_judged: true,
        };
        page.happens(Msg::Attach(AttachMsg::Begin));
        page
    }

    /// A page whose process runs.
    pub(crate) fn running(language: &str) -> Self {
        let mut page = Self::new(language);
        page.hello();
        page.started();
        page
    }

    pub(crate) fn clock(&self) -> u64 {
        self.micros - 1_000_000
    }

    /// Lets `msg` happen as the shell does: the clock first.
    pub(crate) fn does(&mut self, msg: Msg) {
        let clock = self.clock();
        self.happens(Msg::Attach(AttachMsg::Clock(clock)));
        self.happens(msg);
    }

    pub(crate) fn happens(&mut self, msg: Msg) {
        let mut msgs = vec![msg];
        while !msgs.is_empty() {
            let effects = update(&mut self.model, msgs.remove(0));
            if self.is_judged {
                msgs.extend(answers(&mut self.desk, &effects));
            }
            for effect in effects {
                match effect {
                    Effect::Send(bytes) => self.sent.push(bytes),
                    Effect::WakeAfter(wait) => self.wakes = Some(wait),
                    Effect::StopWaking => self.wakes = None,
                    Effect::Connect => self.connects += 1,
                    _ => {}
                }
            }
        }
    }

    /// Clicks what is to be seen.
    pub(crate) fn click(&mut self, name: &str, arg: &str) {
        let regions = ["server-side", "client-side", "time-bar", "wire-rows", "controls", "compose"];
        let seen = regions.iter().any(|place| {
            let nodes = region(&self.model, place);
            let is = |node: &&Node| {
                node.get("data-msg") == Some(name)
                    && node.get("data-arg") == Some(arg)
                    && node.get("disabled").is_none()
            };
            all_nodes(&nodes).iter().any(is)
        });
        assert!(seen, "no {name} {arg} to click");
        self.does(dom(name, arg, ""));
    }

    /// The program says this.
    pub(crate) fn says(&mut self, kind: u8, payload: &[u8]) {
        let message = message(kind, self.process, self.micros, payload);
        let clock = self.clock();
        self.happens(Msg::Attach(AttachMsg::Heard { clock, message }));
    }

    pub(crate) fn hello(&mut self) {
        self.says(HELLO, br#"{"command":["python3","my_server.py"],"cwd":"/somewhere"}"#);
    }

    pub(crate) fn started(&mut self) {
        assert_eq!(self.taken(), [vec![START]]);
        self.process += 1;
        self.says(STARTED, br#"{"pid":4711}"#);
    }

    pub(crate) fn shut(&mut self, number: u32) {
        self.happens(Msg::Attach(AttachMsg::Shut { number }));
    }

    /// Time passes, and the page wakes up whenever it wanted to.
    pub(crate) fn passes(&mut self, millis: u64) {
        let until = self.micros + millis * 1_000;
        while let Some(wait) = self.wakes
            && self.micros + wait.as_micros() as u64 <= until
        {
            self.micros += (wait.as_micros() as u64).max(1);
            self.does(Msg::Wake);
        }
        self.micros = until;
        self.does(Msg::Attach(AttachMsg::Clock(0)));
    }

    pub(crate) fn taken(&mut self) -> Vec<Vec<u8>> {
        core::mem::take(&mut self.sent)
    }

    /// All input that has come to the program.
    pub(crate) fn input(&mut self) -> Vec<u8> {
        let taken = self.taken();
        taken.iter().filter(|bytes| bytes[0] == INPUT).flat_map(|bytes| bytes[1..].to_vec()).collect()
    }

    pub(crate) fn text(&self, place: &str) -> String {
        region(&self.model, place).iter().map(|node| node.text_content() + "\n").collect()
    }

    pub(crate) fn wire(&self) -> Vec<String> {
        let frames = self.model.pair().frames().iter();
        let text = |bytes: &Option<Vec<u8>>| match bytes {
            Some(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            None => "the end".to_owned(),
        };
        frames.map(|frame| text(&frame.bytes)).collect()
    }

    pub(crate) fn state(&self) -> State {
        self.model.pair().client().state()
    }
}
