//! Sessions: how they begin, what is asked in them, and how they end (2025-03-26 to 2025-11-25).

use super::gate;
use super::output::{Ended, Event, ExchangeId, Refusal, SessionNumber};
use super::session::Session;
use super::{Host, HttpServer, Place, Timer};
use crate::proto::connection::Input;
use crate::proto::endpoint::Endpoint as _;
use crate::proto::http::{Request, Response, name};
use crate::proto::jsonrpc::{Malformed, MalformedKind, Message, RequestId};
use crate::proto::mcp::{Version, names};
use crate::proto::time::Instant;

impl<H: Host> HttpServer<H> {
    /// A message of a session, or the one that begins it.
    pub(super) fn post(
        &mut self,
        now: Instant,
        exchange: ExchangeId,
        request: &Request,
        message: Result<Message, Malformed>,
    ) -> Result<(), Refusal> {
        let id = message.as_ref().ok().and_then(|message| match message {
            Message::Request(request) => Some(request.id.clone()),
            _ => None,
        });
        let begins = request.headers.first(name::SESSION).is_none()
            && message
                .as_ref()
                .is_ok_and(|message| message.method() == Some(names::INITIALIZE) && id.is_some());
        let (number, messages) = if begins {
            (self.open_session(now)?, message.into_iter().collect())
        } else {
            let number = self.session_of(request, id.as_ref()).map_err(|refusal| match &message {
                // That it is no message at all is the nearer reason.
                Err(malformed) if refusal.status == 400 && !is_batch(malformed) => {
                    Refusal::malformed(malformed)
                }
                _ => refusal,
            })?;
            let session = self.sessions.get(&number);
            (number, session.map_or_else(|| Ok(Vec::new()), |session| session.read(&request.body))?)
        };
        let Some(session) = self.sessions.get_mut(&number) else { return Ok(()) };
        self.exchanges.insert(exchange, Place::Session(number));
        let posted = session.post(now, exchange, request, &messages, (&self.config, &mut self.out));
        self.timers.set(Timer::Idle(number), now + self.config.idle);
        self.drain_session(number);
        posted
    }

    /// A stream of the server's own, or one that was lost (HT-11, HT-15).
    pub(super) fn get(
        &mut self,
        now: Instant,
        exchange: ExchangeId,
        request: &Request,
    ) -> Result<(), Refusal> {
        gate::check_get(request)?;
        let last = request.headers.text(name::LAST_EVENT);
        let last = last.map_err(|why| Refusal::unclear(name::LAST_EVENT, why))?;
        let number = self.session_of(request, None)?;
        let Some(session) = self.sessions.get_mut(&number) else { return Ok(()) };
        session.last = now;
        self.exchanges.insert(exchange, Place::Session(number));
        match last {
            Some(id) => session.streams.resume(exchange, id, &self.config, &mut self.out)?,
            None => session.streams.open_own(exchange, &self.config, &mut self.out),
        }
        self.timers.set(Timer::Idle(number), now + self.config.idle);
        Ok(())
    }

    /// The end of a session (HT-21).
    pub(super) fn delete(
        &mut self,
        now: Instant,
        exchange: ExchangeId,
        request: &Request,
    ) -> Result<(), Refusal> {
        let number = self.session_of(request, None)?;
        self.end_session(now, number, Ended::Deleted);
        self.out.respond(exchange, Response::empty(204));
        Ok(())
    }

    /// The session that a request belongs to, if it says so and says nothing else that is wrong.
    fn session_of(&self, request: &Request, call: Option<&RequestId>) -> Result<SessionNumber, Refusal> {
        let id = request.headers.text(name::SESSION);
        let id = id.map_err(|why| Refusal::unclear(name::SESSION, why).of(call))?;
        // Of revisions that are not spoken here, before what is only spoken in those that are.
        self.check_version(request, call)?;
        let id = id.ok_or_else(|| {
            Refusal::new(400, "Mcp-Session-Id is missing: a session begins with initialize").of(call)
        })?;
        let number = self.numbers.get(id).copied();
        number.ok_or_else(|| Refusal::new(404, "there is no such session, or no longer").of(call))
    }

    /// A revision in the header is one of ours; where none is there, the session knows (HT-23, HT-24).
    fn check_version(&self, request: &Request, call: Option<&RequestId>) -> Result<(), Refusal> {
        let Some(header) = gate::version(request)? else { return Ok(()) };
        let supports = self.host.supports();
        if Version::parse(header).is_some_and(|version| supports.contains(&version)) {
            return Ok(());
        }
        let why = format!("{} is none of ours", name::VERSION);
        Err(Refusal::unsupported(supports, header, &why).of(call))
    }

    fn open_session(&mut self, now: Instant) -> Result<SessionNumber, Refusal> {
        if self.sessions.len() >= self.config.sessions {
            let unread = self.sessions.values().filter(|session| !session.streams.is_read());
            let oldest = unread.min_by_key(|session| (session.last, session.number));
            let oldest = oldest.ok_or_else(|| Refusal::new(503, "too many sessions are open"))?.number;
            self.end_session(now, oldest, Ended::Displaced);
        }
        self.last += 1;
        let number = SessionNumber(self.last);
        let id = self.session_id(number);
        self.numbers.insert(id.clone(), number);
        self.sessions.insert(number, Session::new(self.host.open(), number, id, now));
        self.out.event(Event::Opened(number));
        Ok(number)
    }

    pub(super) fn drain_session(&mut self, number: SessionNumber) {
        let Some(session) = self.sessions.get_mut(&number) else { return };
        session.drain(&self.config, &mut self.out);
        let (over, next) = (session.over, session.endpoint.next_timeout());
        match over {
            Some(why) => self.forget_session(number, why),
            None => self.arm(Timer::Session(number), next),
        }
    }

    /// Ends a session from outside: its server has nobody left to talk to.
    fn end_session(&mut self, now: Instant, number: SessionNumber, why: Ended) {
        if let Some(session) = self.sessions.get_mut(&number) {
            session.over = Some(why);
            session.endpoint.handle_input(now, Input::Eof);
            self.drain_session(number);
        }
    }

    fn forget_session(&mut self, number: SessionNumber, why: Ended) {
        self.timers.stop(&Timer::Session(number));
        self.timers.stop(&Timer::Idle(number));
        if let Some(mut session) = self.sessions.remove(&number) {
            session.streams.end(false, &mut self.out);
            self.numbers.remove(&session.id);
            self.out.event(Event::Ended(number, why));
        }
    }

    /// Ends a session in which nobody has asked for anything for long and nobody waits.
    pub(super) fn end_if_idle(&mut self, now: Instant, number: SessionNumber) {
        match self.sessions.get(&number).map(|session| session.streams.is_read()) {
            Some(true) => self.timers.set(Timer::Idle(number), now + self.config.idle),
            Some(false) => self.end_session(now, number, Ended::Idle),
            None => {}
        }
    }
}

fn is_batch(malformed: &Malformed) -> bool {
    matches!(malformed.kind, MalformedKind::Batch { .. })
}
