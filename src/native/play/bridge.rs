//! A real server behind the page: what the page says goes to a process, and what the process says to the page.
//!
//! # The wire
//! [`PATH`] is a WebSocket for the page whose address has the token, and for one page at a time. The page offers the
//! subprotocols `wirelab` and `wirelab.token.TOKEN`; the first is selected. Host, Origin and token are looked at before
//! anything is upgraded. There are binary messages only, and the first byte says what each is.
//!
//! From the page:
//!
//! | kind | what | after it |
//! |---|---|---|
//! | `0x01` | Input | bytes for the standard input, which are written unchanged |
//! | `0x02` | End | |
//! | `0x03` | Terminate: `SIGTERM` for the whole group | |
//! | `0x04` | Kill: `SIGKILL` for the whole group | |
//! | `0x05` | Start: a new process; one that is there is killed first, and its end told first | |
//! | `0x06` | Close: the input is closed, then `SIGTERM`, then `SIGKILL`, with the grace before each | |
//!
//! To the page, after the kind the number of the process (32 bits) and the microseconds since the program began to
//! listen (64 bits), both big-endian:
//!
//! | kind | what | after the header |
//! |---|---|---|
//! | `0x80` | Hello, first of all: the number is that of the last process so far, 0 before the first | `{"command":[…],"cwd":…,"name":…}`, to be shown |
//! | `0x81` | Started | `{"pid":…}` |
//! | `0x82` | Stdout | bytes |
//! | `0x83` | StdoutEnd | |
//! | `0x84` | Stderr | bytes |
//! | `0x85` | Exited | `{"code":…}` or `{"signal":…}` |
//! | `0x86` | Trouble | `{"what":"start"\|"input"\|"overrun","message":"…","bytes":…?,"system":"…"?,"cause":"missing"\|"forbidden"?}`: a sentence, how many bytes it is about, what the system says, and what kind of thing that is |
//!
//! - Nothing is started before the page says Start. Each Start uses up a number, also one that fails (Trouble, `start`);
//!   there are at most [`STARTS`] in a second.
//! - Times are in the order of the messages. Of one process, Stdout is in order and StdoutEnd after all of it. Exited comes after both, unless something that the
//!   process has left behind keeps its output open or a page is slow to take it: then Exited comes first, and what is
//!   still written afterwards. Everything of a process has its number.
//! - When the page goes, the process is closed as by Close. The next page may come at once; a process that is still
//!   ending is killed when that page says Start.
//! - Memory is bounded. A page that takes nothing stops the reading of the standard output, so that the process waits as
//!   it would at a full pipe; standard error is read on, the oldest of it is dropped and the loss told (Trouble,
//!   `overrun`). Input for a process that does not read is kept up to [`INPUT_CAP`], and what does not fit is not
//!   written at all (Trouble, `input`).
//! - A message to the page has at most [`MESSAGE_CAP`] bytes. One from the page that has more than [`INPUT_MESSAGE_CAP`]
//!   closes with 1009; text, a kind that is none and a word with something after it close with 1003. A page that takes
//!   nothing for [`PATIENCE`] is let go.
//! - A browser does not tell a page why a WebSocket was refused. So a plain GET of the same path, with the token as
//!   `Authorization: Bearer TOKEN`, is answered as an upgrade would be: 200, 409 when another page is there, 403, each with
//!   a sentence.

//!
//! # A tap
//! Between a client and a server of others, Hello has `"tap":true`, there is process 1 and no other, and the page is told
//! what passes: Stdout and StdoutEnd, Stderr, Exited, and
//!
//! | kind | to the page | after the header |
//! |---|---|---|
//! | `0x91` | FromClient | bytes |
//! | `0x92` | FromClientEnd | |
//! | `0x93` | Mode: from here on | the kind of the bytes that are meant (`0x91`, `0x82`), and 1 if they are held, else 0 |
//!
//! | kind | from the page | after it |
//! |---|---|---|
//! | `0x11` | ToServer | bytes |
//! | `0x12` | ToClient | bytes |
//! | `0x13` | Mode | 1 to hold what comes, 0 to pass on what is held and then everything at once |
//! | `0x14` | Done | the kind of the bytes that are meant (`0x91`, `0x82`), and a number (64 bits): so many more of those that are held, from the front, are dealt with, whether they went on as they were, changed, or not at all |
//!
//! - What the page gets of a kind after Mode has said 1 for it is held and goes on in no other way than as ToServer or
//!   ToClient of the page, until Mode says 0 for it. What it gets otherwise has gone on already.
//! - When the page goes, all that is held and not Done goes on, in order, and everything after it. So the page says Done
//!   for what it has passed on or dropped, right after it has.
//! - A page that comes is told what has passed before, up to 4 MiB from the beginning; what is missing is told (Trouble,
//!   `overrun`). A page that is slow holds nobody up who passes: what it misses is told as well. Standard error is never
//!   held.
//! - When the server has ended, Exited is told, also while the page holds what the server said last; that can still be passed
//!   on, and the tap ends when nothing is held any more. When the client has ended its stream too, what is held goes on by
//!   itself (Mode says 0). A signal ends the tap all the same.
//! - End closes the input of the server. Input, Start, Terminate, Kill and Close are the client's affair: Trouble, `input`.

//!
//! # Looking on
//! Where that is allowed, up to [`ONLOOKERS`] further pages are let in while one is there. Hello has `"readOnly":true` and
//! is followed by what was said from the beginning, up to 4 MiB; from then on they are told what the page is told, and as
//! FromClient and FromClientEnd (`0x91`, `0x92`, as of a tap) what it says to the process. What they say themselves is not
//! done (Trouble, `input`), and one that is slow misses what it does not take (Trouble, `overrun`).
//!
//! At a tap they are told what goes on, when it does: of what the page holds nothing before, of what it drops nothing at all,
//! and what it writes itself as if an end had.

mod frame;
mod keeper;
mod knock;
mod log;
mod outbox;
mod page;
mod process;
mod tap;
mod words;

use std::io;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, atomic::AtomicUsize};
use std::thread;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{FromRequestParts as _, WebSocketUpgrade};
use axum::http::{Request, Response};
use axum::response::IntoResponse as _;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::http;
use super::reply::{self, Reply};
use super::token::Token;
use crate::native::child::ServerCommand;
use crate::native::clock::Clock;
use keeper::{Event, Keeper};
use log::Log;
pub use tap::{Ends, Tap};

/// Where the page finds the server. No file of the page has this name.
pub const PATH: &str = "/local/server";

/// How many bytes a message to the page may have.
pub const MESSAGE_CAP: usize = 64 << 10;

/// How many bytes a message from the page may have.
pub const INPUT_MESSAGE_CAP: usize = 33 << 20;

/// How many bytes of input may wait for a process that does not read.
pub const INPUT_CAP: usize = 2 * INPUT_MESSAGE_CAP;

/// How many processes may be started in a second.
pub const STARTS: usize = 5;

/// For how long a page may take nothing of what there is for it.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// How many pages may look on.
pub const ONLOOKERS: usize = 8;

/// For how long a page waits for another one to be gone: one that is loaded anew may come before its end is known.
const TURN: Duration = Duration::from_millis(500);

/// What is behind the page.
#[derive(Debug, Clone)]
pub struct Behind {
    /// What is started.
    pub command: ServerCommand,
    /// What a configuration calls it.
    pub name: Option<String>,
    /// How long each step of closing it waits.
    pub grace: Duration,
    /// Whether a process of this program watches over each, so that none is left behind when we are killed.
    pub guarded: bool,
    /// Whether further pages may look on.
    pub share: bool,
}

/// A server that waits for a page to start it.
#[derive(Debug)]
pub struct Bridge {
    events: Sender<Event>,
    clock: Clock,
    seat: Arc<Semaphore>,
    /// How many bytes of input are on their way.
    waiting: Arc<AtomicUsize>,
    patience: Duration,
    /// What pages that look on are told, and how many more there may be.
    shared: Option<(Arc<Log>, Arc<Semaphore>)>,
}

/// What a page is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// The client.
    Client,
    /// It looks on while another one is.
    Onlooker,
    /// It stands beside a client of others.
    Tap,
    /// It looks on while another one does.
    TapOnlooker,
}

impl Bridge {
    /// Gets ready for a page. Nothing is started.
    ///
    /// # Errors
    /// When there is no thread to be had.
    pub fn open(behind: Behind) -> io::Result<Self> {
        let (clock, (events, heard)) = (Clock::start(), channel());
        let log = behind.share.then(|| Arc::new(Log::new(shown(&behind, Role::Onlooker), clock)));
        let keeper = Keeper::new(behind, clock, events.clone(), log.clone());
        thread::Builder::new().name("keeper".to_owned()).spawn(move || keeper.run(&heard))?;
        Ok(Self::new(events, clock, log))
    }

    fn new(events: Sender<Event>, clock: Clock, log: Option<Arc<Log>>) -> Self {
        let seat = Arc::new(Semaphore::new(1));
        let shared = log.map(|log| (log, Arc::new(Semaphore::new(ONLOOKERS))));
        Self { events, clock, seat, waiting: Arc::default(), patience: PATIENCE, shared }
    }

    /// The same for tests that have no half minute to wait.
    #[must_use]
    pub fn with_patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// A place for a page; none when there is another one, and that stays.
    async fn seat(&self) -> Option<OwnedSemaphorePermit> {
        timeout(TURN, Arc::clone(&self.seat).acquire_owned()).await.ok()?.ok()
    }

    /// Nobody to tell is nothing to tell.
    fn tell(&self, event: Event) {
        let _ = self.events.send(event);
    }
}

impl Drop for Bridge {
    fn drop(&mut self) {
        self.tell(Event::Over);
    }
}

/// Lets a page in that may come.
pub(super) async fn enter(bridge: Arc<Bridge>, token: Token, request: Request<Body>) -> Response<Body> {
    let (mut parts, _) = request.into_parts();
    let knock = knock::look(&parts, &token);
    let is_upgrade = match knock {
        Ok(is_upgrade) => is_upgrade,
        Err(refusal) => return http::response(refusal),
    };
    let upgrade = match WebSocketUpgrade::from_request_parts(&mut parts, &()).await {
        Ok(upgrade) => Some(upgrade),
        Err(rejection) if is_upgrade => return rejection.into_response(),
        Err(_) => None,
    };
    let (seat, shared) = (bridge.seat().await, bridge.shared.clone());
    let answer = |status, words| http::response(reply::fresh(Reply::text(status, words)));
    let Some(upgrade) = upgrade else {
        return match (seat, shared) {
            (Some(_), _) => answer(200, words::FREE),
            (None, Some(_)) => answer(200, words::LOOK_ON),
            (None, None) => answer(409, words::TAKEN),
        };
    };
    let upgrade = upgrade
        .protocols([knock::PROTOCOL])
        .max_message_size(INPUT_MESSAGE_CAP)
        .max_frame_size(INPUT_MESSAGE_CAP);
    match (seat, shared) {
        (Some(seat), _) => upgrade.on_upgrade(move |socket| page::talk(socket, bridge, seat)),
        (None, Some((log, chairs))) => match chairs.try_acquire_owned() {
            Ok(chair) => upgrade.on_upgrade(move |socket| page::watch(socket, bridge, log, chair)),
            Err(_) => answer(409, words::FULL),
        },
        (None, None) => answer(409, words::TAKEN),
    }
}

/// What is told of the command: never a variable.
fn shown(behind: &Behind, role: Role) -> String {
    let command = &behind.command;
    let words = std::iter::once(&command.program).chain(&command.args);
    let mut hello = serde_json::Map::new();
    hello.insert("command".to_owned(), words.map(|word| word.to_string_lossy()).collect());
    let cwd = command.cwd.as_deref().map(|cwd| cwd.to_string_lossy().into_owned());
    for (key, value) in [("cwd", cwd), ("name", behind.name.clone())] {
        if let Some(value) = value {
            hello.insert(key.to_owned(), value.into());
        }
    }
    for (key, roles) in
        [("tap", [Role::Tap, Role::TapOnlooker]), ("readOnly", [Role::Onlooker, Role::TapOnlooker])]
    {
        if roles.contains(&role) {
            hello.insert(key.to_owned(), true.into());
        }
    }
    serde_json::Value::Object(hello).to_string()
}
