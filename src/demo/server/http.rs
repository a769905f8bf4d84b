//! The demo server behind HTTP.

use core::time::Duration;
use std::collections::VecDeque;

use super::calls::Key;
use super::{Execute, Server};
use crate::proto::connection::Input;
use crate::proto::endpoint::Endpoint;
use crate::proto::http::server::Service;
use crate::proto::json::RawJson;
use crate::proto::jsonrpc::{Message, RequestId};
use crate::proto::mcp::names;
use crate::proto::session::Output;
use crate::proto::time::Instant;

impl<E> Server<E> {
    /// The same server, which can say on whose behalf it sends what it sends.
    #[must_use]
    pub fn routed(mut self) -> Self {
        self.logged = Some(VecDeque::new());
        self
    }

    /// Closes the stream of the request `id` where it has one of its own: its client comes back after `retry` for what is
    /// still to be said (2025-11-25).
    pub fn hang_up(&mut self, id: &RequestId, retry: Duration) {
        // Without streams there is nobody who would take it.
        if self.logged.is_some() {
            self.hang_ups.push_back((id.clone(), retry));
        }
    }
}

impl<E: Execute> Endpoint for Server<E> {
    fn handle_input(&mut self, now: Instant, input: Input<'_>) {
        self.handle_input(now, input);
    }

    fn handle_timeout(&mut self, now: Instant) {
        self.handle_timeout(now);
    }

    fn next_timeout(&self) -> Option<Instant> {
        self.next_timeout()
    }

    fn poll_output(&mut self) -> Option<Output<Vec<u8>>> {
        self.poll_output()
    }
}

impl<E: Execute> Service for Server<E> {
    fn related(&mut self, message: &Message) -> Option<RequestId> {
        match message {
            Message::Request(request) => match self.questions.get(&request.id)? {
                (Key::Call(id), _) => Some(id.clone()),
                // The request that began a task is answered.
                (Key::Task(_), _) => None,
            },
            Message::Notification(notification) if notification.method == names::MESSAGE => {
                self.logged.as_mut()?.pop_front()
            }
            _ => None,
        }
    }

    fn poll_hang_up(&mut self) -> Option<(RequestId, Duration)> {
        self.hang_ups.pop_front()
    }

    fn input_schema(&self, tool: &str) -> Option<RawJson> {
        self.executor.input_schema(tool)
    }
}
