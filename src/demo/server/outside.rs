//! Calls that somebody outside finishes.

use super::calls::Key;
use super::{Execute, Server};
use crate::demo::Query;
use crate::proto::jsonrpc::RequestId;
use crate::proto::mcp::CallToolResult;
use crate::proto::time::Instant;

impl<E: Execute> Server<E> {
    /// Takes what somebody outside has to answer, oldest first, each with the request that asks; without those that
    /// were cancelled before anybody took them.
    pub fn take_queries(&mut self) -> Vec<(RequestId, Query)> {
        let mut queries = core::mem::take(&mut self.queries);
        queries.retain(|(id, _)| self.awaits(id));
        queries
    }

    /// Whether the request `id` waits for somebody outside.
    #[must_use]
    pub fn awaits(&self, id: &RequestId) -> bool {
        self.outside(id).is_some()
    }

    /// Finishes the call that the request `id` made, as a tool would. False when it does not wait for that: it was
    /// finished before, or cancelled, or the conversation is over; the result is forgotten then.
    pub fn finish(&mut self, now: Instant, id: &RequestId, result: CallToolResult) -> bool {
        self.now = now;
        let Some(key) = self.outside(id) else { return false };
        self.finish_job(&key, result);
        true
    }

    fn outside(&self, id: &RequestId) -> Option<Key> {
        let (key, _) = self.jobs.iter().find(|(_, job)| job.outside && job.id == *id)?;
        // A call that has become a task is answered already and waits all the same.
        let open = matches!(key, Key::Task(_)) || self.connection.session().open_request(id).is_some();
        open.then(|| key.clone())
    }
}
