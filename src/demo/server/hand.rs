//! A server whose requests somebody decides about, one by one.

use super::tasks::Tasks;
use super::{Execute, Server};
use crate::proto::connection::Connection;
use crate::proto::jsonrpc::{Request, RequestId};
use crate::proto::session::ServerSession;
use crate::proto::time::Instant;
use crate::proto::timer::TimerTable;

impl<E: Execute> Server<E> {
    /// Keeps what is asked from now on until somebody decides about it; or answers by itself again, first what it has
    /// kept, in its order.
    pub fn hold(&mut self, now: Instant, on: bool) {
        self.now = now;
        if on {
            self.held.get_or_insert_default();
            return;
        }
        for request in self.held.take().unwrap_or_default() {
            self.let_go(request);
        }
    }

    /// Begins anew on `connection`, as another process with the same tools, files and manners: nothing of what was asked
    /// before is known to it.
    pub fn restart(&mut self, now: Instant, connection: Connection<ServerSession>) {
        self.now = now;
        self.connection = connection;
        self.timers = TimerTable::default();
        self.jobs.clear();
        self.questions.clear();
        self.queries.clear();
        self.tasks = Tasks::default();
        self.log_level = None;
        self.subscribed.clear();
        self.held.iter_mut().for_each(Vec::clear);
        self.called = 0;
    }

    /// Whether it keeps what is asked.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.held.is_some()
    }

    /// The requests that somebody has to decide about, oldest first; without those that were cancelled.
    pub fn held(&self) -> impl Iterator<Item = &Request> {
        let session = self.connection.session();
        self.held.iter().flatten().filter(move |request| session.open_request(&request.id).is_some())
    }

    /// Answers the request `id` as it would by itself. False when that is not kept.
    pub fn serve_held(&mut self, now: Instant, id: &RequestId) -> bool {
        self.now = now;
        let request = self.take_held(id);
        let is_held = request.is_some();
        request.into_iter().for_each(|request| self.let_go(request));
        is_held
    }

    /// Never answers the request `id`, or not by itself: somebody else may have. False when that is not kept.
    pub fn forget_held(&mut self, id: &RequestId) -> bool {
        let is_held = self.take_held(id).is_some();
        is_held && self.connection.session_mut().give_up(id).is_ok()
    }

    /// Takes a request of the session.
    pub(super) fn take(&mut self, request: Request) {
        match &mut self.held {
            Some(held) => held.push(request),
            None => self.serve(request),
        }
    }

    fn take_held(&mut self, id: &RequestId) -> Option<Request> {
        let held = self.held.as_mut()?;
        let at = held.iter().position(|request| request.id == *id)?;
        Some(held.remove(at)).filter(|request| self.connection.session().open_request(&request.id).is_some())
    }

    /// What was cancelled meanwhile is not answered any more.
    fn let_go(&mut self, request: Request) {
        if self.connection.session().open_request(&request.id).is_some() {
            self.serve(request);
        }
    }
}
