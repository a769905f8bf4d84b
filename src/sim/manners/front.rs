//! What stands before our own server and makes it behave like another.

use std::collections::VecDeque;

use super::Manner;
use super::arguments::{Refused, handed_on};
use super::ear::{line, unread};
use super::reading::{Line, Reading};
use super::table::{Closing, First, Reply, Serving};
use crate::demo::{Execute, Server};
use crate::proto::connection::Input;
use crate::proto::error::CloseReason;
use crate::proto::framing::{Detector, Frame, FrameDecoder, FrameEncoder, FrameNote, Framing, Limits};
use crate::proto::json::{Members, RawJson};
use crate::proto::jsonrpc::{
    ErrorCode, ErrorObject, Message, Notification, Request, RequestId, Response, ResponseId, decode, encode,
};
use crate::proto::mcp::{InitializeParams, LogParams, LoggingLevel, names};
use crate::proto::session::{Early, Event, Output};
use crate::proto::time::Instant;

/// Reads what comes as another program would, and hands a server what is left of it.
///
/// Follows the drive contract of [`proto`](crate::proto), with the server as an argument: whoever drives the two gives
/// the front what comes, and takes from it what goes out.
#[derive(Debug)]
pub struct Front {
    reading: &'static Reading,
    serving: &'static Serving,
    framing: Framing,
    decoder: FrameDecoder,
    detector: Detector,
    out: VecDeque<Output<Vec<u8>>>,
    /// Requests that were handed on under another id, with the one they came with.
    aliases: Vec<(RequestId, RequestId)>,
    is_eof: bool,
    is_gone: bool,
}

impl Front {
    /// What makes a server behind `framing` behave like `manner`; nothing where it is to be itself.
    #[must_use]
    pub fn new(manner: Manner, framing: Framing) -> Option<Self> {
        let (reading, serving) = manner.traits()?;
        Some(Self::with(reading, serving, framing))
    }

    fn with(reading: &'static Reading, serving: &'static Serving, framing: Framing) -> Self {
        Self {
            reading,
            serving,
            framing,
            decoder: FrameDecoder::new(framing, Limits::default()),
            detector: Detector::default(),
            out: VecDeque::new(),
            aliases: Vec::new(),
            is_eof: false,
            is_gone: false,
        }
    }

    /// The same program, started again.
    #[must_use]
    pub fn anew(&self) -> Self {
        Self::with(self.reading, self.serving, self.framing)
    }

    /// Whether the program has ended.
    #[must_use]
    pub const fn is_gone(&self) -> bool {
        self.is_gone
    }

    /// Takes something from the client.
    pub fn handle_input(&mut self, input: Input<'_>) {
        match input {
            Input::Bytes(bytes) => self.decoder.feed(bytes),
            Input::Eof => {
                self.decoder.finish();
                self.is_eof = true;
            }
        }
    }

    /// The next bytes to send, or the next thing to know, of the program that `server` is made to be.
    pub fn poll_output<E: Execute>(
        &mut self,
        now: Instant,
        server: &mut Server<E>,
    ) -> Option<Output<Vec<u8>>> {
        loop {
            if let Some(output) = self.out.pop_front() {
                return Some(output);
            }
            match server.poll_output() {
                Some(_) if self.is_gone => continue,
                Some(Output::Transmit(bytes)) => return Some(Output::Transmit(self.named_again(bytes))),
                Some(event) => return Some(event),
                None if self.is_gone => return None,
                None => {}
            }
            match self.decoder.poll_frame() {
                Some(frame) => self.take_frame(now, server, &frame),
                None if self.is_too_long(self.decoder.partial()) => self.end(),
                None if core::mem::take(&mut self.is_eof) => self.close(now, server),
                None => return None,
            }
        }
    }

    fn is_too_long(&self, line: &[u8]) -> bool {
        self.reading.longest.is_some_and(|longest| line.len() > longest)
    }

    fn take_frame<E: Execute>(&mut self, now: Instant, server: &mut Server<E>, frame: &Frame) {
        if frame.has(FrameNote::Skipped) || frame.is_idle() && !self.serving.reads_blank_lines {
            return;
        }
        let line = if frame.fault.is_some() { Line::NotJson } else { self.reading.read(line(frame)) };
        self.detector.observe(frame, matches!(line, Line::Message(_)));
        let found = core::iter::from_fn(|| self.detector.poll()).map(Event::Detected);
        self.out.extend(found.map(Output::Event));
        let reply = match line {
            Line::Message(message) => return self.take(now, server, message),
            Line::TooLong => return self.end(),
            Line::NotJson => self.serving.not_json,
            Line::NotAMessage => self.serving.not_a_message,
        };
        self.out.extend(unread(frame).map(Output::Event));
        self.reply(reply);
    }

    fn reply(&mut self, reply: Reply) {
        match reply {
            Reply::Silence => {}
            Reply::Log => {
                let params = LogParams {
                    logger: Some("mcp.server.exception_handler".to_owned()),
                    ..LogParams::new(LoggingLevel::Error, RawJson::from_value("Internal Server Error"))
                };
                self.send(&Message::notify(names::MESSAGE, Some(RawJson::from_value(&params))));
            }
            Reply::Nameless => {
                let outcome = Err(ErrorObject::invalid_request("this is no message"));
                self.send(&Message::Response(Response { id: ResponseId::Absent, outcome }));
            }
        }
    }

    fn take<E: Execute>(&mut self, now: Instant, server: &mut Server<E>, message: Message) {
        let session = server.connection().session();
        match message {
            Message::Response(response) => {
                let is_awaited = |id: &RequestId| session.own_requests().any(|own| own.id == *id);
                if response.id.known().is_some_and(is_awaited) {
                    self.hand_on(now, server, &Message::Response(response));
                } else {
                    self.reply(self.serving.stray_answer);
                }
            }
            Message::Notification(_)
                if self.serving.ends_at_early_notification && session.version().is_none() =>
            {
                self.end();
            }
            Message::Notification(notification) if notification.method == names::CANCELLED => {
                self.take_cancelled(now, server, notification);
            }
            Message::Notification(_) => self.hand_on(now, server, &message),
            Message::Request(request) => self.take_request(now, server, request),
        }
    }

    fn take_request<E: Execute>(&mut self, now: Instant, server: &mut Server<E>, mut request: Request) {
        let serving = self.serving;
        let is_first = server.connection().session().version().is_none();
        if is_first && !matches!(request.method.as_str(), names::INITIALIZE | names::PING) {
            match serving.strange_first {
                Some(First::Silence) => return,
                Some(First::End) => return self.end(),
                None => {}
            }
        }
        let serves_early = serving.before_initialize == Early::Serve;
        let refuse = |code: ErrorCode, why: &str| Err(ErrorObject::new(code, why));
        let refused = match request.method.as_str() {
            names::INITIALIZE if parsed::<InitializeParams>(&request).is_none() => {
                refuse(serving.unreadable_initialize, "the parameters of initialize cannot be read")
            }
            names::DISCOVER if !says_who_asks(&request) => match serving.anonymous_discover {
                Some(code) => refuse(code, "there is no such method"),
                None => Ok(()),
            },
            names::TOOLS_CALL => {
                let tools = server.executor().list().tools;
                match handed_on((self.reading, serving), request.params.as_ref(), &tools) {
                    Ok(params) => {
                        request.params = Some(params);
                        Ok(())
                    }
                    Err(Refused::Unreadable) => {
                        refuse(serving.unreadable_call, "the parameters of tools/call cannot be read")
                    }
                    // Too early it is not even looked at.
                    Err(Refused::Arguments(_)) if is_first && !says_who_asks(&request) && !serves_early => {
                        Ok(())
                    }
                    Err(Refused::Arguments(mut failure)) => {
                        if says_who_asks(&request) {
                            failure.extra.set("resultType", "complete");
                        }
                        return self.send(&Message::answer(request.id, Ok(RawJson::from_value(&failure))));
                    }
                }
            }
            _ => Ok(()),
        };
        if let Err(error) = refused {
            return self.send(&Message::answer(request.id, Err(error)));
        }
        if server.connection().session().open_request(&request.id).is_some() {
            if !serving.answers_reused_ids {
                return;
            }
            let count = self.aliases.len();
            let alias = RequestId::from(format!("{} again {count}", request.id.to_json()).as_str());
            self.aliases.push((alias.clone(), core::mem::replace(&mut request.id, alias)));
        }
        self.hand_on(now, server, &Message::Request(request));
    }

    fn take_cancelled<E: Execute>(
        &mut self,
        now: Instant,
        server: &mut Server<E>,
        mut notification: Notification,
    ) {
        let mut params: Members =
            notification.params.as_ref().and_then(|params| params.parse().ok()).unwrap_or_default();
        let wanted = params.peek::<RequestId>("requestId").ok().flatten();
        let session = server.connection().session();
        let is_meant = |open: &RequestId| {
            let loosely = |wanted: &RequestId| self.serving.cancels_loosely && wanted.is_loosely_equal(open);
            wanted.as_ref().is_some_and(|wanted| wanted == open || loosely(wanted))
        };
        let open = session.open_requests().map(|(id, _)| id).find(|id| is_meant(id)).cloned();
        if let Some(id) = &open {
            params.set("requestId", id);
            notification.params = Some(RawJson::from_value(&params));
        }
        self.hand_on(now, server, &Message::Notification(notification));
        if let (Some(id), Some(code)) = (open, self.serving.cancelled) {
            self.send(&Message::answer(id, Err(ErrorObject::new(code, "Request cancelled"))));
        }
    }

    /// The client has ended its stream.
    fn close<E: Execute>(&mut self, now: Instant, server: &mut Server<E>) {
        if self.serving.closing != Closing::Answers {
            let open: Vec<_> =
                server.connection().session().open_requests().map(|(id, _)| id.clone()).collect();
            for id in open {
                let params = Members::new().with("requestId", &id);
                let params = Some(RawJson::from_value(&params));
                self.hand_on(now, server, &Message::notify(names::CANCELLED, params));
                if self.serving.closing == Closing::Refuses {
                    let error = ErrorObject::new(ErrorCode(-32000), "Connection closed");
                    self.send(&Message::answer(id, Err(error)));
                }
            }
        }
        server.handle_input(now, Input::Eof);
    }

    /// The program ends, and takes its streams with it.
    fn end(&mut self) {
        self.is_gone = true;
        self.out.push_back(Output::Event(Event::Closed(CloseReason::Local)));
    }

    fn hand_on<E: Execute>(&mut self, now: Instant, server: &mut Server<E>, message: &Message) {
        server.handle_input(now, Input::Bytes(&self.framed(message)));
    }

    fn send(&mut self, message: &Message) {
        let bytes = self.framed(message);
        let bytes = self.named_again(bytes);
        self.out.push_back(Output::Transmit(bytes));
    }

    fn framed(&self, message: &Message) -> Vec<u8> {
        FrameEncoder::new(self.framing).encode(encode(message))
    }

    /// `frame`, with the id that its request came with.
    fn named_again(&mut self, frame: Vec<u8>) -> Vec<u8> {
        if self.aliases.is_empty() {
            return frame;
        }
        let mut decoder = FrameDecoder::new(self.framing, Limits::default());
        decoder.feed(&frame);
        let message = decoder.poll_frame().and_then(|frame| decode(frame.body()).ok());
        let Some(Message::Response(Response { id: ResponseId::Known(id), outcome })) = message else {
            return frame;
        };
        let Some(at) = self.aliases.iter().position(|(alias, _)| *alias == id) else { return frame };
        let (_, id) = self.aliases.swap_remove(at);
        self.framed(&Message::answer(id, outcome))
    }
}

fn parsed<T: crate::proto::json::FromJson>(request: &Request) -> Option<T> {
    request.params.as_ref()?.parse().ok()
}

/// Whether a request says in which revision it is made.
fn says_who_asks(request: &Request) -> bool {
    let meta = parsed::<Members>(request).and_then(|params| params.peek::<Members>("_meta").ok().flatten());
    meta.is_some_and(|meta| meta.contains(crate::proto::mcp::keys::PROTOCOL_VERSION))
}
