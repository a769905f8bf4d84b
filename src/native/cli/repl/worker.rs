//! The thread that has the server.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use super::args;
use super::report;
use super::shared::Shared;
use super::text;
use crate::native::cli::progress::Progress;
use crate::native::client::{Answer, Asked, Client, ClientError, ClientOptions, Reply, Target, Watch};
use crate::native::clock::Clock;
use crate::proto::error::LocalError;
use crate::proto::json::{Members, RawJson};
use crate::proto::jsonrpc::{Message, Request, RequestId, decode};
use crate::proto::mcp::InputRequiredResult;
use crate::proto::session::{ClientConfig, HeartbeatConfig, Output, Peer};
use crate::proto::time::Instant;

/// How long it looks for orders, or at the server, before it looks at the other.
const IDLE: Duration = Duration::from_millis(100);
const BUSY: Duration = Duration::from_millis(20);

/// How long nothing has to come after a line that nobody need answer.
const QUIET: Duration = Duration::from_millis(300);

/// How often a server is started again: a person stays for longer than one call.
const RETRIES: u32 = 10;

/// What the client is told to do.
pub(super) enum Order {
    Call {
        tool: String,
        arguments: RawJson,
    },
    Raw(Vec<u8>),
    Respond(RequestId, Answer),
    Answers(Members),
    /// The person does not answer, so the call is not made again.
    Withdraw,
}

/// What the client tells.
pub(super) enum News {
    /// It can be asked: what the server says it is.
    Ready(String),
    Asked(Question),
    Done(Result<Answer, ClientError>),
    /// The person has not answered what the server asked.
    Withdrawn,
    /// The person did not want to wait any longer.
    Cancelled,
    /// What came after a line of the person's own.
    Frames(Vec<String>),
    /// The server is gone for good, and what it said last.
    Over(ClientError, Vec<String>),
}

/// What the server asks.
pub(super) enum Question {
    Request(Request),
    Input(InputRequiredResult),
}

/// What it takes to begin.
pub(super) struct Start {
    args: args::Client,
    persistence: args::Persistence,
    target: Target,
    progress: Progress,
    shared: Arc<Shared>,
}

impl Start {
    pub(super) fn new(args: &args::Repl, target: Target, progress: Progress, shared: Arc<Shared>) -> Self {
        let (args, persistence) = (args.client.clone(), args.persistence.clone());
        Self { args, persistence, target, progress, shared }
    }

    /// Runs until nobody orders anything any more, or the server is gone for good.
    pub(super) fn run(self, orders: &Receiver<Order>, news: &Sender<News>) {
        let (retries, shared) = (self.persistence.retries(RETRIES), Arc::clone(&self.shared));
        let progress = self.progress.clone();
        let mut client = match Client::reach(&self.target, self.options()) {
            Ok(client) => client,
            Err(error) => return drop(news.send(News::Over(error, Vec::new()))),
        };
        let opened = client.open();
        let mut worker = Worker { client, orders, news, shared, progress, retries, call: None, asking: 0 };
        let done = opened.and_then(|peer| {
            worker.refresh();
            let _ = worker.news.send(News::Ready(name(&peer)));
            worker.work()
        });
        if let Err(error) = done {
            let _ = worker.news.send(News::Over(error, worker.client.last_words()));
        }
        // What was asked is told: how the server ends changes nothing about it.
        let _ = worker.client.close();
    }

    fn options(&self) -> ClientOptions {
        let options = report::options(&self.args, false);
        let options = report::persistent(options, &self.persistence, self.persistence.retries(RETRIES));
        let options = self.progress.watching(options);
        let (shared, mut before) = (Arc::clone(&self.shared), options.watch);
        let watch: Watch = Box::new(move |output: &Output<&[u8]>| {
            shared.note(output);
            if let Some(before) = &mut before {
                before(output);
            }
        });
        let asked = Members::new().with("form", &Members::new()).with("url", &Members::new());
        let capabilities = Members::new().with("sampling", &Members::new()).with("elicitation", &asked);
        let heartbeat = options.config.heartbeat.or(Some(HeartbeatConfig::default()));
        let config = ClientConfig { capabilities, heartbeat, ..options.config };
        ClientOptions { config, watch: Some(watch), ..options }
    }
}

fn name(peer: &Peer) -> String {
    let info = peer.info.as_ref().map(|info| format!("{} {}", info.name, info.version));
    info.unwrap_or_default()
}

struct Worker<'a> {
    client: Client,
    orders: &'a Receiver<Order>,
    news: &'a Sender<News>,
    shared: Arc<Shared>,
    progress: Progress,
    retries: u32,
    /// The call that the person waits for.
    call: Option<Asked>,
    /// How many questions the person has yet to answer.
    asking: usize,
}

impl Worker<'_> {
    fn work(&mut self) -> Result<(), ClientError> {
        loop {
            if self.call.is_some() {
                self.client.step(BUSY);
                while let Ok(order) = self.orders.try_recv() {
                    self.obey(order);
                }
                self.look();
                self.listen();
            } else {
                match self.orders.recv_timeout(IDLE) {
                    Ok(order) => self.obey(order),
                    Err(RecvTimeoutError::Timeout) => self.client.step(Duration::ZERO),
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                }
            }
            if self.asking > 0 {
                self.client.wait_anew();
            }
            while let Some(request) = self.client.next_request() {
                if self.call.is_none() {
                    self.shared.say(text::WAITS);
                }
                self.ask(Question::Request(request));
            }
            if self.call.is_none() && self.client.is_over() {
                if !self.come_back()? {
                    return Ok(());
                }
            } else if self.call.is_none() && !self.client.knows_tools() {
                self.refresh();
            }
        }
    }

    fn obey(&mut self, order: Order) {
        match order {
            Order::Call { tool, arguments } => {
                match self.client.send_call(&tool, Some(arguments), self.progress.request()) {
                    Ok(asked) => self.call = Some(asked),
                    Err(error) => self.done(Err(error)),
                }
            }
            Order::Raw(line) => self.raw(line),
            Order::Respond(id, answer) => {
                self.asking = self.asking.saturating_sub(1);
                // The server may have lost interest.
                let _ = self.client.respond(&id, answer);
            }
            Order::Withdraw => {
                self.asking = self.asking.saturating_sub(1);
                self.call = None;
                let _ = self.news.send(News::Withdrawn);
            }
            Order::Answers(answers) => {
                self.asking = self.asking.saturating_sub(1);
                let Some(asked) = self.call.take() else { return };
                match self.client.answer_questions(&asked, &answers) {
                    Ok(again) => self.call = Some(again),
                    Err(error) => self.done(Err(error)),
                }
            }
        }
    }

    /// Looks whether the person still waits for the call.
    fn listen(&mut self) {
        if !self.shared.is_interrupted() {
            return;
        }
        let Some(asked) = self.call.take() else { return };
        // One that asks back waits for the person, and no longer for the server: there is nothing to tell it.
        let told = self.client.cancel(&asked, text::CANCELLED_BY).is_ok();
        let _ = self.news.send(if told { News::Cancelled } else { News::Withdrawn });
    }

    /// Looks what has become of the call.
    fn look(&mut self) {
        let Some(reply) = self.call.as_ref().and_then(|asked| self.client.poll_answer(asked)) else { return };
        match reply {
            Ok(Reply::Answer(answer)) => self.done(Ok(answer)),
            Ok(Reply::Questions(input)) => self.ask(Question::Input(input)),
            Err(error) => self.done(Err(error)),
        }
    }

    fn ask(&mut self, question: Question) {
        self.asking += 1;
        let _ = self.news.send(News::Asked(question));
    }

    fn done(&mut self, outcome: Result<Answer, ClientError>) {
        self.call = None;
        // Where nobody hears it, nobody waits for it.
        let _ = self.news.send(News::Done(outcome));
    }

    /// Learns what tools there are; a server without any has none.
    fn refresh(&mut self) {
        let listed = self.client.tools().map(|list| list.entries.clone());
        let tools = match listed {
            Ok(tools) => tools,
            Err(ClientError::Local(LocalError::NotDeclared { .. })) => Vec::new(),
            Err(error) => {
                self.shared.say(&error.to_string());
                if self.client.is_over() {
                    return;
                }
                Vec::new()
            }
        };
        self.client.assume_tools();
        *self.shared.tools() = tools;
    }

    /// The server is gone: starts it again. False when the person has gone meanwhile.
    fn come_back(&mut self) -> Result<bool, ClientError> {
        let Self { client, orders, shared, .. } = self;
        let remote = client.is_remote();
        self.asking = 0;
        let why = client.closed().map(ToString::to_string).unwrap_or_default();
        shared.say(&text::lost(&why));
        if self.retries == 0 {
            return Err(ClientError::GaveUp(Vec::new()));
        }
        let (mut gone, mut held) = (false, None);
        let outcome =
            client.reconnect(&mut |step| shared.say(&report::retried(remote, &step)), &mut |_, wait| {
                let clock = Clock::start();
                loop {
                    let left = wait.saturating_sub(clock.now().saturating_since(Instant::ZERO));
                    match orders.recv_timeout(left) {
                        // What is wanted of the server can wait until it is back; what it wanted itself cannot.
                        Ok(order @ (Order::Call { .. } | Order::Raw(_))) => held = Some(order),
                        Ok(_) => {}
                        Err(RecvTimeoutError::Timeout) => return true,
                        Err(RecvTimeoutError::Disconnected) => {
                            gone = true;
                            return false;
                        }
                    }
                }
            });
        match outcome {
            Err(_) if gone => return Ok(false),
            outcome => outcome?,
        };
        self.refresh();
        if let Some(order) = held {
            self.obey(order);
        }
        Ok(true)
    }

    /// Sends a line of the person's own, and waits for what comes of it: the answer, if it is a request.
    fn raw(&mut self, line: Vec<u8>) {
        let asked = match decode(line.trim_ascii_end()) {
            Ok(Message::Request(request)) => Some(request.id),
            _ => None,
        };
        self.shared.wire().listen();
        self.client.send_raw(line);
        let clock = Clock::start();
        let (mut heard, mut last) = (0, Instant::ZERO);
        loop {
            self.client.step(BUSY);
            let wire = self.shared.wire();
            let is_answer = |frame: &Vec<u8>| match decode(frame) {
                Ok(Message::Response(response)) => response.id.known() == asked.as_ref(),
                _ => false,
            };
            if wire.heard().len() > heard {
                (heard, last) = (wire.heard().len(), clock.now());
            }
            let answered = asked.is_some() && wire.heard().iter().any(is_answer);
            let limit = if asked.is_some() { self.client.timeout() } else { QUIET };
            let enough = self.shared.is_interrupted();
            if answered || enough || self.client.is_over() || clock.now().saturating_since(last) >= limit {
                break;
            }
        }
        let heard = self.shared.wire().stop_listening();
        let shown = heard.iter().map(|frame| report::received(frame)).collect();
        let _ = self.news.send(News::Frames(shown));
    }
}
