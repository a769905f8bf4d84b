//! What can be driven, whatever is in it: a connection by itself, or a whole server around one.

use super::connection::{Connection, Input};
use super::http::Fault;
use super::jsonrpc::RequestId;
use super::session::{Output, Session};
use super::time::Instant;

/// What the drive contract of [`proto`](super) asks of the thing that is driven.
pub trait Endpoint {
    /// Takes something from the peer.
    fn handle_input(&mut self, now: Instant, input: Input<'_>);
    /// Does what is due at `now`.
    fn handle_timeout(&mut self, now: Instant);
    /// Learns that the request `id` will not be answered.
    fn handle_unanswered(&mut self, _now: Instant, _id: &RequestId, _fault: Fault) {}
    /// When [`handle_timeout`](Self::handle_timeout) wants to be called.
    fn next_timeout(&self) -> Option<Instant>;
    /// The next bytes to send or thing to know; `None` once all is said.
    fn poll_output(&mut self) -> Option<Output<Vec<u8>>>;
}

impl<S: Session> Endpoint for Connection<S> {
    fn handle_input(&mut self, now: Instant, input: Input<'_>) {
        self.handle_input(now, input);
    }

    fn handle_timeout(&mut self, now: Instant) {
        self.handle_timeout(now);
    }

    fn handle_unanswered(&mut self, now: Instant, id: &RequestId, fault: Fault) {
        self.handle_unanswered(now, id, fault);
    }

    fn next_timeout(&self) -> Option<Instant> {
        self.next_timeout()
    }

    fn poll_output(&mut self) -> Option<Output<Vec<u8>>> {
        self.poll_output()
    }
}
