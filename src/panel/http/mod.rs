//! The place where client and server talk over HTTP: a world of its own, with exchanges where the playground has a pipe.
//!
//! Nothing arrives until the reader lets it: a request, an answer, an event of a stream are steps, as a frame is. Its time is
//! moved as that of the playground is: a [`Course`] as well.

mod hand;
mod judge;
mod msg;
mod passing;
mod shelf;
mod update;

pub(super) use hand::{Draft, Lapse};
pub(super) use judge::{Judged, asks, follow, judged};
pub use msg::HttpMsg;
pub(super) use passing::Passing;
pub(super) use shelf::{Label, Outcome, Shelf};
pub(super) use update::{DRAFT, client_says, enter, is_still, key, leg_key, open, run, seek, update};

use std::collections::BTreeSet;

use super::course::Course;
use super::{Model, manners};
use crate::proto::error::LocalError;
use crate::proto::http::{Headers, name};
use crate::proto::json::Members;
use crate::proto::jsonrpc::{Message, RequestId, decode};
use crate::proto::mcp::Version;
use crate::proto::session::{ClientSession, Opening, Side};
use crate::sim::Settings;
use crate::sim::http::{HttpUpcoming, HttpWorld, Parcel, State, What};
use crate::trace::Lane;
use crate::trace::http::{Leg, LegKind};

/// The revisions that can be spoken over this kind of HTTP, the newest first.
pub(super) const REVISIONS: [Version; 4] =
    [Version::V2026_07_28, Version::V2025_11_25, Version::V2025_06_18, Version::V2025_03_26];

/// How many exchanges are shown before the reader asks for the earlier ones.
pub(super) const SHOWN: usize = 40;

/// What the page knows of its world of HTTP.
#[derive(Debug)]
pub(super) struct Http {
    course: Course<Passing>,
    /// The entry that the reader has chosen.
    chosen: Option<usize>,
    /// The exchanges of which every header is shown.
    pub(super) unfolded: BTreeSet<u64>,
    /// Whether the earlier exchanges are shown as well.
    pub(super) is_whole: bool,
    /// What is written by hand, while it is.
    pub(super) draft: Option<Draft>,
    /// What the client has refused to do.
    pub(super) refused: Option<LocalError>,
    judged: Judged,
}

/// A session that the server has given a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Session {
    pub(super) id: String,
    /// Whether a request was made in it that was told there is none (HT-20), or that ended it.
    pub(super) is_over: bool,
}

impl Http {
    /// A world of this revision, before the first word.
    pub(super) fn new(version: Version, unix_millis: u64) -> Self {
        Self {
            course: Course::new(&settings(version, unix_millis)),
            chosen: None,
            unfolded: BTreeSet::new(),
            is_whole: false,
            draft: None,
            refused: None,
            judged: Judged::default(),
        }
    }

    /// The revision that the client begins with.
    pub(super) fn version(&self) -> Version {
        Version::parse(&self.course.settings().client.offer).unwrap_or(Version::LATEST)
    }

    /// Whether there are sessions in it.
    pub(super) fn has_sessions(&self) -> bool {
        self.course.settings().client.opening != Opening::Modern
    }

    pub(super) fn world(&self) -> &HttpWorld {
        &self.course.world
    }

    pub(super) fn shelf(&self) -> &Shelf {
        &self.course.shelf
    }

    pub(super) fn found(&self) -> &Judged {
        &self.judged
    }

    /// The world with its time.
    pub(super) fn course(&self) -> &Course<Passing> {
        &self.course
    }

    /// The entry that the inspector shows: the chosen one, else the one that something happened to last.
    pub(super) fn shown(&self) -> Option<usize> {
        self.chosen.or(self.course.latest).filter(|at| *at < self.world().log().len())
    }

    /// The leg that the inspector shows, and its first entry.
    pub(super) fn shown_leg(&self) -> Option<(usize, &Leg)> {
        let (number, leg) = self.shelf().leg_of(self.shown()?, self.world().log())?;
        let leg = self.shelf().find(number)?.legs.get(leg)?;
        Some((*leg.entries.first()?, leg))
    }

    /// The parcel that the entry `at` is of.
    pub(super) fn parcel(&self, at: usize) -> Option<&Parcel> {
        self.world().parcels().iter().rev().find(|parcel| parcel.entries.contains(&at))
    }

    /// How far that has come; what is of no parcel is there.
    pub(super) fn state(&self, at: usize) -> State {
        self.parcel(at).map_or(State::Arrived, |parcel| parcel.state)
    }

    /// The parcel that arrives next, if that is what happens next.
    pub(super) fn next(&self) -> Option<&Parcel> {
        match self.world().upcoming()?.1 {
            HttpUpcoming::Arrival(at) => self.world().parcels().get(at),
            _ => None,
        }
    }

    /// The sessions that the server has given names, in that order.
    pub(super) fn sessions(&self) -> Vec<Session> {
        let entries = self.world().log();
        let mut sessions: Vec<Session> = Vec::new();
        for exchange in self.shelf().all() {
            let asked = exchange.asked(entries);
            let id = |headers: &Headers| {
                headers.first(name::SESSION).map(|id| String::from_utf8_lossy(id).into_owned())
            };
            let arrived = exchange
                .leg(LegKind::Answer)
                .is_some_and(|leg| leg.entries.first().is_some_and(|at| self.state(*at) == State::Arrived));
            let answered = exchange.answered(entries).filter(|_| arrived);
            let Some((status, headers)) = answered else { continue };
            let named = asked.and_then(|(method, _, headers)| Some((method, id(headers)?)));
            match named {
                Some((method, id)) if status == 404 || method == "DELETE" && (200..300).contains(&status) => {
                    sessions.iter_mut().filter(|session| session.id == id).for_each(|it| it.is_over = true);
                }
                Some(_) => {}
                None => sessions.extend(id(headers).map(|id| Session { id, is_over: false })),
            }
        }
        sessions
    }

    /// What a request of the server says that has this id.
    pub(super) fn params_of(&self, id: &RequestId) -> Option<Members> {
        let from_server = self.world().log().iter().rev().filter(|entry| entry.lane == Lane::ServerToClient);
        from_server.into_iter().find_map(|entry| match decode(entry.bytes.trim_ascii_end()) {
            Ok(Message::Request(request)) if request.id == *id => request.params?.parse().ok(),
            _ => None,
        })
    }

    /// The exchanges that are streams and not over.
    pub(super) fn open_streams(&self) -> impl Iterator<Item = u64> {
        let streams = self.shelf().all().iter().filter(|exchange| exchange.streams);
        streams.map(|exchange| exchange.number).filter(|number| self.world().is_open(*number))
    }

    /// Whether the client waits for nothing: neither on the wire nor in a tool.
    pub(super) fn is_quiet(&self) -> bool {
        self.next().is_none() && self.world().client().open_requests().next().is_none()
    }
}

/// How a world of this revision begins.
fn settings(version: Version, unix_millis: u64) -> Settings {
    let mut settings = Settings { unix_millis, http: true, ..Settings::default() };
    let client = &mut settings.client;
    client.offer = version.as_str().to_owned();
    client.opening = if version == Version::V2026_07_28 { Opening::Modern } else { Opening::Handshake };
    client.capabilities = manners::declared(&client.offer, |_| false);
    // A ping every now and then would be an exchange every now and then.
    client.heartbeat = None;
    settings
}

/// The client that the reader is at: that of this world, else that of the playground.
pub(super) fn client(model: &Model) -> &ClientSession {
    here(model).map_or_else(|| model.pair.client(), |http| http.world().client())
}

/// The world of HTTP, where the reader is at it.
pub(super) fn here(model: &Model) -> Option<&Http> {
    model.http.as_ref().filter(|_| model.place == super::Place::Http)
}

/// Who speaks in a parcel, and whether it is the end of something.
pub(super) fn is_end(parcel: &Parcel) -> bool {
    matches!(parcel.what, What::End | What::Gone)
}

/// Who has cut an exchange can be either.
pub(super) const SIDES: [Side; 2] = [Side::Client, Side::Server];
