//! A wire between a client and a server of others, with a page that listens to it and may hold it.
//!
//! Without a page, or with one that does not hold, everything passes at once. A page that goes, or hangs, lets go of what
//! it holds: the wire is never lost.

mod lane;
mod told;

use std::io::{self, Read, Write};
use std::process::ExitStatus;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use super::frame::{Command, Kind, Trouble};
use super::keeper::Event;
use super::log::Log;
use super::page::Permit;
use super::process::{spawn, status_json};
use super::{Behind, Bridge, Role, shown, words};
use crate::native::child::ServerProcess;
use crate::native::clock::Clock;
use crate::native::tap::Guard;
use crate::proto::session::Side;
use lane::{Item, Lane};
use told::Told;

/// For how long a page gets to hear the end.
const FAREWELL: Duration = Duration::from_millis(500);

/// How often we look whether it has.
const LOOK: Duration = Duration::from_millis(10);

/// The client's side of the wire.
pub struct Ends {
    /// What the client writes.
    pub from_client: Box<dyn Read + Send>,
    /// What it reads.
    pub to_client: Box<dyn Write + Send>,
    /// Where the server's standard error goes.
    pub log: Box<dyn Write + Send>,
}

/// A wire under way.
pub struct Tap {
    process: ServerProcess,
    _guard: Option<Guard>,
    told: Arc<Told>,
    /// Where the client's words go, the server's, and its standard error.
    lanes: [Arc<Lane>; 3],
}

type Asking = Sender<(Item, Option<Arc<Permit>>)>;

impl Bridge {
    /// Starts what is behind the page, between the two ends of a client, and gets ready for a page.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn tap(behind: &Behind, ends: Ends) -> io::Result<(Self, Tap)> {
        let (clock, (events, heard)) = (Clock::start(), channel());
        let (process, stdin, stdout, stderr) = ServerProcess::spawn_bare(&behind.command)?;
        // An early return drops, and so ends, the process.
        let guard = behind.guarded.then(|| Guard::over(process.id()));
        let log = |role| Arc::new(Log::new(shown(behind, role), clock));
        let passed = behind.share.then(|| log(Role::TapOnlooker));
        let told = Arc::new(Told::new(log(Role::Tap), passed.clone()));
        told.tell(Kind::Started, serde_json::json!({ "pid": process.id() }).to_string().as_bytes());
        let to_server = (Kind::FromClient, Some(Kind::FromClientEnd));
        let (words, to_server) = start(to_server, ends.from_client, Box::new(stdin), &told)?;
        let to_client = (Kind::Stdout, Some(Kind::StdoutEnd));
        let (answers, to_client) = start(to_client, Box::new(stdout), ends.to_client, &told)?;
        let (errors, _) = start((Kind::Stderr, None), Box::new(stderr), ends.log, &told)?;
        let heeds = Arc::clone(&told);
        spawn("page", move || listen(&heard, &heeds, &to_server, &to_client))?;
        let tap = Tap { process, _guard: guard, told, lanes: [words, answers, errors] };
        Ok((Self::new(events, clock, passed), tap))
    }
}

/// A lane under way, and how to ask it for something.
fn start(
    kinds: (Kind, Option<Kind>),
    from: Box<dyn Read + Send>,
    to: Box<dyn Write + Send>,
    told: &Arc<Told>,
) -> io::Result<(Arc<Lane>, Asking)> {
    let lane = Arc::new(Lane::new(kinds, to, Arc::clone(told)));
    let (asking, asked) = channel();
    let pumped = Arc::clone(&lane);
    spawn("lane", move || pumped.pump(from))?;
    let obeying = Arc::clone(&lane);
    spawn("held", move || obeying.obey(&asked))?;
    Ok((lane, asking))
}

/// Hears what pages ask for.
fn listen(heard: &Receiver<Event>, told: &Told, to_server: &Asking, to_client: &Asking) {
    while let Ok(event) = heard.recv() {
        let (items, permit) = match event {
            Event::Came(outbox) => {
                told.connect(outbox);
                continue;
            }
            Event::Left => {
                told.disconnect();
                ([Some(Item::Pass), Some(Item::Pass)], None)
            }
            Event::Asked(command, permit) => (items(command), Some(Arc::new(permit))),
            Event::Over => return,
            Event::Lane(_) | Event::Ended(_) => continue,
        };
        if matches!(items, [None, None]) {
            told.trouble(Trouble::Input, &words::NOT_OURS.into());
        }
        for (item, lane) in items.into_iter().zip([to_server, to_client]) {
            // A lane that is gone has nothing to hold.
            let _ = item.map(|item| lane.send((item, permit.clone())));
        }
    }
}

/// What the way to the server, and the way to the client, have to do.
fn items(command: Command) -> [Option<Item>; 2] {
    match command {
        Command::ToServer(bytes) => [Some(Item::Bytes(bytes)), None],
        Command::ToClient(bytes) => [None, Some(Item::Bytes(bytes))],
        Command::End => [Some(Item::End), None],
        Command::Done(Side::Client, count) => [Some(Item::Done(count)), None],
        Command::Done(Side::Server, count) => [None, Some(Item::Done(count))],
        Command::Mode(true) => [Some(Item::Hold), Some(Item::Hold)],
        Command::Mode(false) => [Some(Item::Pass), Some(Item::Pass)],
        // The process is the client's.
        Command::Input(_) | Command::Terminate | Command::Kill | Command::Start | Command::Close => {
            [None, None]
        }
    }
}

impl Tap {
    /// Waits until the server has ended and all that it said has gone on; the status that it left. What a page holds of that
    /// waits for the page, as long as the client is there; who has ended its stream is on its way out (SD-01), and
    /// gets what there is.
    ///
    /// # Errors
    /// When the status cannot be had.
    pub fn wait(mut self) -> io::Result<ExitStatus> {
        self.process.wait();
        let [words, answers, errors] = &self.lanes;
        [answers, errors].into_iter().for_each(|lane| lane.hear_out());
        let status = self.process.end()?;
        self.told.tell(Kind::Exited, status_json(Some(status)).as_bytes());
        [answers, errors].into_iter().for_each(|lane| lane.see_off(|| words.has_ended()));
        let mut waited = Duration::ZERO;
        while self.told.is_waited_for() && waited < FAREWELL {
            thread::sleep(LOOK);
            waited += LOOK;
        }
        Ok(status)
    }
}
