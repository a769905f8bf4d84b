//! Exchanges of HTTP as the two streams of a client.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, ErrorKind};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use tokio::sync::mpsc::UnboundedSender;

use super::net::{self, News, Order};
use super::{OnExchange, Remote, Seen};
use crate::native::clock::Clock;
use crate::native::inbox::Received;
use crate::native::stdio::{Aside, Streams};
use crate::proto::connection::Input;
use crate::proto::http::client::{Action, Carrier, Trouble};
use crate::proto::time::Instant;

/// How long the end of a session may take.
const FAREWELL: Duration = Duration::from_secs(1);

/// Carries the frames of a client to a server and back. Dropping it ends the session.
pub struct HttpStreams {
    carrier: Carrier,
    clock: Clock,
    orders: UnboundedSender<Order>,
    news: Receiver<News>,
    /// What has come and was not handed on yet, and what was.
    frames: Vec<u8>,
    handed: Vec<u8>,
    asides: VecDeque<Aside>,
    over: bool,
    ended: bool,
    on_exchange: Option<OnExchange>,
}

impl HttpStreams {
    /// Nothing is said to the server yet.
    ///
    /// # Errors
    /// When there can be no thread, or nobody to believe where it has to be known who the server is.
    pub fn new(remote: Remote, clock: Clock, on_exchange: Option<OnExchange>) -> io::Result<Self> {
        let (orders, news) = net::start(remote)?;
        Ok(Self {
            carrier: Carrier::new(),
            clock,
            orders,
            news,
            frames: Vec::new(),
            handed: Vec::new(),
            asides: VecDeque::new(),
            over: false,
            ended: false,
            on_exchange,
        })
    }

    /// Does what the carrier wants done.
    fn perform(&mut self) {
        while let Some(action) = self.carrier.poll_action() {
            match action {
                Action::Begin { exchange, request } => {
                    self.show(&Seen::Asked(exchange, &request));
                    self.order(Order::Begin(exchange, request));
                }
                Action::Drop { exchange } => {
                    self.show(&Seen::Dropped(exchange));
                    self.order(Order::Drop(exchange));
                }
                Action::Receive(frame) => self.frames.extend_from_slice(&frame),
                Action::Notice(fault) => self.asides.push_back(Aside::Notice(fault)),
                Action::Fail { id, fault } => self.asides.push_back(Aside::Unanswered(id, fault)),
                Action::Over => self.over = true,
            }
        }
    }

    fn order(&mut self, order: Order) {
        // The thread ends after us only.
        let _ = self.orders.send(order);
    }

    fn show(&self, seen: &Seen<'_>) {
        if let Some(on_exchange) = &self.on_exchange {
            on_exchange(seen);
        }
    }

    fn take(&mut self, news: News) {
        let now = self.clock.now();
        match news {
            News::Head(exchange, head) => {
                self.show(&Seen::Answered(exchange, &head));
                self.carrier.handle_head(now, exchange, head);
            }
            News::Body(exchange, bytes) => self.carrier.handle_body(now, exchange, &bytes),
            News::End(exchange) => self.carrier.handle_end(now, exchange),
            News::Failed(exchange, trouble) => {
                let (Trouble::Unreachable(why) | Trouble::Broken(why)) = &trouble;
                self.show(&Seen::Failed(exchange, why));
                self.carrier.handle_failed(now, exchange, trouble);
            }
        }
        self.perform();
    }

    /// Waits for one piece of news, or for a timer of the carrier, until `deadline`; whether there is time left.
    fn wait(&mut self, deadline: Option<Instant>) -> bool {
        let now = self.clock.now();
        let timer = self.carrier.next_timeout();
        if timer.is_some_and(|at| at <= now) {
            self.carrier.handle_timeout(now);
            self.perform();
            return true;
        }
        let next = timer.into_iter().chain(deadline).min();
        let received = match next {
            // What is there already is heard even where there is no time.
            Some(at) => self.news.recv_timeout(self.clock.span(at.saturating_since(now))),
            None => self.news.recv().map_err(RecvTimeoutError::from),
        };
        match received {
            Ok(news) => {
                self.take(news);
                // What has come with it is one piece for whoever waits.
                while let Ok(more) = self.news.try_recv() {
                    self.take(more);
                }
            }
            Err(RecvTimeoutError::Timeout) => return deadline.is_none_or(|at| self.clock.now() < at),
            // Nobody makes exchanges any more.
            Err(RecvTimeoutError::Disconnected) => self.over = true,
        }
        true
    }
}

impl Streams for HttpStreams {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.over {
            return Err(ErrorKind::BrokenPipe.into());
        }
        self.carrier.send(self.clock.now(), bytes);
        self.perform();
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn receive(&mut self, limit: Option<Duration>) -> Received<'_> {
        if self.ended {
            thread::sleep(limit.expect("something to wait for after the end of the input"));
            return Received::TimedOut;
        }
        // The limit is one of real time.
        let deadline = limit.map(|limit| self.clock.after(limit));
        loop {
            if !self.frames.is_empty() {
                self.handed.clear();
                std::mem::swap(&mut self.handed, &mut self.frames);
                return Received::Input(Input::Bytes(&self.handed));
            }
            if !self.asides.is_empty() {
                return Received::TimedOut;
            }
            if self.over {
                self.ended = true;
                return Received::Input(Input::Eof);
            }
            if !self.wait(deadline) {
                return Received::TimedOut;
            }
        }
    }

    fn poll_aside(&mut self) -> Option<Aside> {
        self.asides.pop_front()
    }
}

impl Drop for HttpStreams {
    fn drop(&mut self) {
        self.carrier.close();
        self.perform();
        let deadline = self.clock.after(FAREWELL);
        while !self.carrier.is_idle() && !self.over && self.wait(Some(deadline)) {}
    }
}

impl fmt::Debug for HttpStreams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpStreams").field("carrier", &self.carrier).finish_non_exhaustive()
    }
}
