//! The connection with one page.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use futures_util::future::{Either, select};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{sleep, timeout};
use tungstenite::Error;

use super::frame::{Command, Trouble};
use super::keeper::Event;
use super::log::Log;
use super::outbox::Outbox;
use super::{Bridge, INPUT_CAP, words};

/// For how long a page that is told why it has to go gets to read that.
const FAREWELL: Duration = Duration::from_millis(500);

/// What a message costs while it is on its way, besides its bytes.
const OVERHEAD: usize = 64;

/// Room that a message takes until it is written.
#[derive(Debug)]
pub(super) struct Permit {
    waiting: Arc<AtomicUsize>,
    size: usize,
}

impl Permit {
    /// Room for `bytes`, or how much is waiting where there is none.
    fn take(waiting: &Arc<AtomicUsize>, bytes: usize) -> Result<Self, usize> {
        let size = bytes + OVERHEAD;
        let add = |before: usize| Some(before + size).filter(|after| *after <= INPUT_CAP);
        waiting
            .fetch_update(Ordering::AcqRel, Ordering::Acquire, add)
            .map(|_| Self { waiting: Arc::clone(waiting), size })
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.waiting.fetch_sub(self.size, Ordering::AcqRel);
    }
}

/// Why a page has to go.
enum Farewell {
    /// It went by itself, or takes nothing: there is nothing to say.
    None,
    Say(u16, &'static str),
}

/// Talks with a page until one of the two has enough. The process is closed then.
pub(super) async fn talk(socket: WebSocket, bridge: Arc<Bridge>, seat: OwnedSemaphorePermit) {
    let outbox = Arc::new(Outbox::new(bridge.clock));
    bridge.tell(Event::Came(Arc::clone(&outbox)));
    let obey = |command, bytes| match Permit::take(&bridge.waiting, bytes) {
        Ok(permit) => bridge.tell(Event::Asked(command, permit)),
        Err(waiting) => {
            let number = outbox.number.load(Ordering::Acquire);
            outbox.trouble(number, Trouble::Input, &words::not_taken(bytes - 1, waiting));
        }
    };
    let parting = meet(socket, &bridge, &outbox, obey).await;
    bridge.tell(Event::Left);
    drop(seat);
    parting.say().await;
}

/// Lets a page look on until one of the two has enough.
pub(super) async fn watch(
    socket: WebSocket,
    bridge: Arc<Bridge>,
    log: Arc<Log>,
    chair: OwnedSemaphorePermit,
) {
    let outbox = Arc::new(Outbox::new(bridge.clock));
    log.watch(Arc::clone(&outbox));
    let refuse = |_, _| {
        let number = outbox.number.load(Ordering::Acquire);
        outbox.trouble(number, Trouble::Input, &words::READ_ONLY.into());
    };
    let parting = meet(socket, &bridge, &outbox, refuse).await;
    log.leave(&outbox);
    drop(chair);
    parting.say().await;
}

/// Sends what there is and hears what is said, until one of the two has enough.
async fn meet(socket: WebSocket, bridge: &Bridge, outbox: &Outbox, obey: impl Fn(Command, usize)) -> Parting {
    let (mut sink, mut stream) = socket.split();
    let why = {
        let speaking = pin!(speak(&mut sink, outbox, bridge.patience));
        let hearing = pin!(hear(&mut stream, obey));
        match select(hearing, speaking).await {
            Either::Left((why, _)) => why,
            Either::Right(((), _)) => Farewell::None,
        }
    };
    outbox.close();
    Parting { sink, why }
}

/// The end of a connection.
struct Parting {
    sink: SplitSink<WebSocket, Message>,
    why: Farewell,
}

impl Parting {
    /// Says why, if there is something to say.
    async fn say(mut self) {
        let Farewell::Say(code, reason) = self.why else { return };
        let told = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
        if let Ok(Ok(())) = timeout(FAREWELL, self.sink.send(told)).await {
            // What it is still sending is not read: to close now would take the word back.
            sleep(FAREWELL).await;
        }
    }
}

/// Sends what there is, until the page does not take it.
async fn speak(sink: &mut SplitSink<WebSocket, Message>, outbox: &Outbox, patience: Duration) {
    while let Some(message) = outbox.next().await {
        if !matches!(timeout(patience, sink.send(Message::Binary(message))).await, Ok(Ok(()))) {
            break;
        }
    }
}

/// Hears what the page says, until it goes.
async fn hear(stream: &mut SplitStream<WebSocket>, obey: impl Fn(Command, usize)) -> Farewell {
    const NONE: Farewell = Farewell::Say(close_code::UNSUPPORTED, words::NO_MESSAGE);
    while let Some(message) = stream.next().await {
        let message = match message {
            Ok(Message::Binary(message)) => message,
            Ok(Message::Text(_)) => return NONE,
            // Pings are answered where they are read, and the end of the stream comes after a close.
            Ok(Message::Ping(_) | Message::Pong(_) | Message::Close(_)) => continue,
            Err(error) => return why(error),
        };
        let Some(command) = Command::read(&message) else { return NONE };
        obey(command, message.len());
    }
    Farewell::None
}

fn why(error: axum::Error) -> Farewell {
    match error.into_inner().downcast_ref::<Error>() {
        Some(Error::Capacity(_)) => Farewell::Say(close_code::SIZE, words::TOO_LONG),
        Some(Error::Protocol(_) | Error::Utf8(_)) => Farewell::Say(close_code::PROTOCOL, words::NO_MESSAGE),
        _ => Farewell::None,
    }
}
