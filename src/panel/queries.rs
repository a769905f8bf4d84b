//! What the page has asked the database, and what it was told.

use crate::proto::jsonrpc::RequestId;
use crate::proto::mcp::CallToolResult;
use crate::sim::Pair;

use super::Effect;
use super::world::World;

/// The questions of the calls in this world, answered or not.
///
/// An answer is kept after it was used: whoever goes back to before it finds it again, and nobody asks twice.
#[derive(Debug, Default)]
pub(super) struct Queries {
    /// How many there have been on this page. A late answer to a forgotten question finds no other by its number.
    asked: u32,
    calls: Vec<Asked>,
    /// What makes the database, if it is not the sample.
    pub(super) script: Option<String>,
}

#[derive(Debug)]
struct Asked {
    number: u32,
    id: RequestId,
    result: Option<CallToolResult>,
}

/// What the step after a question has to wait for.
#[derive(Debug)]
pub(super) enum Waiting<'a> {
    /// The database.
    Database,
    /// Nothing: this is the result of the call.
    Result(&'a RequestId, &'a CallToolResult),
}

impl Queries {
    /// Asks what `pair` has to know since the last time.
    pub(super) fn ask(&mut self, pair: &mut World) -> Vec<Effect> {
        let mut effects = Vec::new();
        for (id, query) in pair.take_queries() {
            let number = self.asked;
            self.asked = number.wrapping_add(1);
            // Ids come again after going back; the newest call is the one in this world.
            self.calls.retain(|earlier| earlier.id != id);
            self.calls.push(Asked { number, id, result: None });
            effects.push(Effect::Query { number, query, script: self.script.clone() });
        }
        effects
    }

    /// Keeps an answer, if it is to one of these questions.
    pub(super) fn note(&mut self, number: u32, result: CallToolResult) {
        if let Some(asked) = self.calls.iter_mut().find(|asked| asked.number == number) {
            asked.result = Some(result);
        }
    }

    /// What a call in `pair` waits for; a result before those that are still awaited.
    pub(super) fn waiting(&self, pair: &Pair) -> Option<Waiting<'_>> {
        let mut open = self.calls.iter().filter(|asked| pair.server().awaits(&asked.id)).peekable();
        open.peek()?;
        let result = open.find_map(|asked| Some(Waiting::Result(&asked.id, asked.result.as_ref()?)));
        Some(result.unwrap_or(Waiting::Database))
    }

    /// Forgets the questions of a world that is gone.
    pub(super) fn clear(&mut self) {
        self.calls.clear();
    }
}
