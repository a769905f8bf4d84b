//! Carries MCP over HTTP between sockets and the [`HttpServer`] that decides about it.
//!
//! One thread has the server, its clock and every socket. A request is read whole and given to the server; what comes of it
//! goes to a feed, from which the connection takes it as fast as its client reads. One that reads nothing is
//! cut off when too much waits for it: in a session it can come back for the rest.

mod door;
mod feed;
mod front;
mod room;
mod stop;

use std::collections::HashMap;
use std::io;
use std::net::TcpListener;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};

use super::clock::Clock;
use crate::proto::http::server::{ExchangeId, Host, HttpServer, Output};
use crate::proto::http::{Request, Response};
use door::{ASKS_WITHIN, Door, TAKES_WITHIN};
use feed::Feed;
use room::Room;

/// The one path that there is (HT-01).
pub const PATH: &str = "/mcp";

/// What the sockets say to the server.
#[derive(Debug)]
enum Ask {
    Request { exchange: ExchangeId, request: Request, answer: oneshot::Sender<Answer> },
    Gone(ExchangeId),
    Stop,
}

/// What goes back: an answer, and where the rest of it will come from.
#[derive(Debug)]
struct Answer {
    response: Response,
    rest: Option<Feed>,
}

/// What a person who looks on may want to know.
#[derive(Debug, Clone, Copy)]
pub enum Seen<'a> {
    /// A request came.
    Asked(ExchangeId, &'a Request),
    /// The server says this, or sends it.
    Said(&'a Output),
    /// Its client reads nothing: the stream was cut off.
    Cut(ExchangeId),
}

/// Serves `server` on `listener` until somebody asks the process to end; for what is open then there is `grace`. `watch` is
/// shown what happens.
///
/// # Errors
/// When the system refuses.
pub fn serve<H: Host>(
    listener: TcpListener,
    server: HttpServer<H>,
    clock: Clock,
    grace: Duration,
    watch: impl FnMut(Seen<'_>),
) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let (to_server, asked) = mpsc::unbounded_channel();
    let (to_front, stopped) = oneshot::channel::<()>();
    stop::wait(to_server.clone())?;
    let room = Room::default();
    let app = front::app(to_server, server.config().body, room.clone());
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let door = Door { listener, takes_within: TAKES_WITHIN, asks_within: ASKS_WITHIN };
        let until = async { drop(stopped.await) };
        let front = tokio::spawn(door.stand_open(app, until));
        let (waiting, feeds) = (HashMap::new(), HashMap::new());
        let core = Core { server, clock, grace, asked, room, waiting, feeds };
        core.run(to_front, watch).await;
        // What was said last is still on its way out. Who does not take it is not waited for.
        let _ = tokio::time::timeout(LAST_WORDS, front).await;
        Ok(())
    })
}

/// For how long the last answers are on their way.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// The server, and what waits for it.
struct Core<H: Host> {
    server: HttpServer<H>,
    clock: Clock,
    grace: Duration,
    asked: mpsc::UnboundedReceiver<Ask>,
    room: Room,
    waiting: HashMap<ExchangeId, oneshot::Sender<Answer>>,
    feeds: HashMap<ExchangeId, Feed>,
}

impl<H: Host> Core<H> {
    async fn run(mut self, to_front: oneshot::Sender<()>, mut watch: impl FnMut(Seen<'_>)) {
        let mut to_front = Some(to_front);
        let mut deadline = None;
        loop {
            self.drain(&mut watch);
            let now = self.clock.now();
            if deadline.is_some_and(|deadline| deadline <= now || self.server.exchange_count() == 0) {
                return;
            }
            let next = self.server.next_timeout();
            if next.is_some_and(|at| at <= now) {
                // Before any request, or busy clients could put off our timers for ever.
                self.server.handle_timeout(now);
                // Who reads what was said before has a turn in between.
                tokio::task::yield_now().await;
                continue;
            }
            let wait = next.into_iter().chain(deadline).min().map(|at| at.saturating_since(now));
            match self.next(wait.map(|wait| self.clock.span(wait))).await {
                None => {}
                Some(Ask::Request { exchange, request, answer }) => {
                    watch(Seen::Asked(exchange, &request));
                    self.waiting.insert(exchange, answer);
                    self.server.request(self.clock.now(), exchange, &request);
                }
                Some(Ask::Gone(exchange)) => {
                    self.waiting.remove(&exchange);
                    self.feeds.remove(&exchange);
                    self.server.gone(self.clock.now(), exchange);
                }
                Some(Ask::Stop) => {
                    let now = self.clock.now();
                    // Nobody is let in any more, and who waits for his next request is sent away.
                    drop(to_front.take());
                    self.server.shut_down(now);
                    deadline.get_or_insert(now + self.grace);
                }
            }
        }
    }

    /// What is asked next; nothing when there is something to do before.
    async fn next(&mut self, wait: Option<Duration>) -> Option<Ask> {
        match wait {
            Some(wait) => tokio::time::timeout(wait, self.asked.recv()).await.ok().flatten(),
            None => self.asked.recv().await,
        }
    }

    fn drain(&mut self, watch: &mut impl FnMut(Seen<'_>)) {
        // One moment for all of it: between two parts nobody could have read.
        let now = self.clock.now();
        while let Some(output) = self.server.poll_output() {
            watch(Seen::Said(&output));
            match output {
                Output::Respond { exchange, response } => {
                    let rest = response.streams.then(|| Feed::new(self.room.clone()));
                    self.feeds.extend(rest.clone().map(|feed| (exchange, feed)));
                    if let Some(waiting) = self.waiting.remove(&exchange) {
                        // Who has gone meanwhile says so himself.
                        let _ = waiting.send(Answer { response, rest });
                    }
                }
                Output::Body { exchange, bytes } => {
                    if self.feeds.get(&exchange).is_some_and(|feed| !feed.push(bytes, now)) {
                        self.feeds.remove(&exchange);
                        watch(Seen::Cut(exchange));
                        self.server.gone(now, exchange);
                    }
                }
                Output::End { exchange } => {
                    self.feeds.remove(&exchange).into_iter().for_each(|feed| feed.end());
                }
                Output::Event(_) => {}
            }
        }
    }
}
