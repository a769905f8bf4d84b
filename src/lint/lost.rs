//! What was lost in a line that cannot be read, so that nobody misses it as well.

use super::talk::{Phase, Talk, index};
use crate::proto::jsonrpc::RequestId;
use crate::proto::mcp::{Lifecycle, Version, names};
use crate::proto::session::Side;

impl Talk {
    /// Takes note that `side` sent `text`, which is no message: a request in it was lost, or the answer to one.
    ///
    /// Some readers make more of such a line than we do, and the conversation goes on as if it had been read. What
    /// follows is then not held against anybody.
    pub(super) fn lose(&mut self, side: Side, text: &str, id: Option<RequestId>) {
        let id = id.or_else(|| find_id(text));
        let says_answer = text.contains("\"result\"") || text.contains("\"error\"");
        let is_asking = text.contains("\"method\"") || side == Side::Client && !says_answer;
        if is_asking {
            self.lose_question(side, text);
            if let Some(id) = id {
                self.lost.push((side, id));
            }
            return;
        }
        let peer = side.peer();
        let is_guess = id.is_none();
        let answered = match id {
            Some(id) => self.open.contains_key(&(peer, id.clone())).then_some(id),
            None if says_answer => self.only_open(peer),
            None => None,
        };
        let Some(open) = answered.and_then(|id| self.open.remove(&(peer, id))) else { return };
        if is_guess {
            self.close_by_guess(&open);
        } else {
            self.close(&open, None);
        }
        if open.method == names::INITIALIZE && text.contains("\"result\"") {
            self.greet(text);
        }
    }

    /// Takes note that `side` sent a batch that is too long to be read: whatever it was asked may have been answered in it.
    pub(super) fn lose_batch(&mut self, side: Side) {
        self.lost_many[index(side)] = true;
        let answered = |(from, id): &(Side, RequestId)| (*from == side.peer()).then(|| id.clone());
        for id in self.open.keys().filter_map(answered).collect::<Vec<_>>() {
            if let Some(open) = self.open.remove(&(side.peer(), id)) {
                self.close(&open, None);
            }
        }
    }

    /// Whether a request of `side` with this id may have been lost.
    pub(super) fn was_lost(&self, side: Side, id: &RequestId) -> bool {
        self.lost_many[index(side)] || self.lost.find(|(from, lost)| *from == side && lost == id).is_some()
    }

    /// A request or a notification that others may wait for.
    fn lose_question(&mut self, side: Side, text: &str) {
        let says = |method: &str| text.contains(&format!("\"{method}\""));
        match side {
            Side::Client if says(names::INITIALIZED) => self.phase = Phase::Running,
            Side::Client if says(names::INITIALIZE) && self.phase == Phase::Fresh => self.greet(text),
            Side::Server if says("notifications/subscriptions/acknowledged") => {
                for stream in &mut self.streams {
                    stream.granted.get_or_insert_default();
                }
            }
            _ => {}
        }
    }

    /// Goes on as if the handshake had been read: with the revision that it names, and nothing known of the server.
    fn greet(&mut self, text: &str) {
        self.phase = Phase::Greeted;
        let named = text
            .split_once("\"protocolVersion\"")
            .map(|(_, after)| after.trim_start_matches([':', ' ', '"']));
        let has_handshake = |version: &Version| version.lifecycle() == Lifecycle::Initialize;
        let mut known = Version::ALL.into_iter().filter(has_handshake);
        if let Some(version) =
            known.find(|version| named.is_some_and(|named| named.starts_with(version.as_str())))
        {
            self.version = version;
        }
    }
}

/// The id in a text that is nearly a message.
fn find_id(text: &str) -> Option<RequestId> {
    let (_, after) = text.split_once("\"id\"")?;
    let after = after.trim_start().strip_prefix(':')?.trim_start();
    let end = match after.strip_prefix('"') {
        Some(inside) => inside.find('"')? + 2,
        None => after.find(|c: char| !c.is_ascii_digit() && !"-.".contains(c)).unwrap_or(after.len()),
    };
    RequestId::read(after.get(..end)?).ok()
}
