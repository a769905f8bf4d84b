//! What comes of a request of HTTP becomes what the server says.

use super::flow::{Flow, Purpose, Reading};
use super::{ATTEMPTS, Action, BODY_AT_MOST, Carrier, Exchange, LINGER, Trouble};
use crate::proto::http::sse::{Decoder, EVENT_AT_MOST, Event, Read};
use crate::proto::http::{EVENTS, Fault, JSON, Refusal, Response, name, param};
use crate::proto::json::{Members, RawJson};
use crate::proto::jsonrpc::{self, MAX_BATCH, MalformedKind, Message, decode, decode_batch};
use crate::proto::mcp::names;
use crate::proto::time::Instant;

impl Carrier {
    /// The head of an answer has come, and what of its body came with it.
    pub fn handle_head(&mut self, now: Instant, exchange: Exchange, mut head: Response) {
        let Some(flow) = self.flows.get_mut(&exchange) else { return };
        let is_success = (200..300).contains(&head.status);
        if flow.opens && is_success {
            self.take_session(&head);
        }
        let Some(flow) = self.flows.get_mut(&exchange) else { return };
        let (body, streams) = (core::mem::take(&mut head.body), head.streams);
        let is_stream =
            is_success && flow.purpose != Purpose::Farewell && head.headers.lists(name::CONTENT_TYPE, EVENTS);
        flow.reading = if is_stream {
            Reading::Events(Box::new(Decoder::new(EVENT_AT_MOST)))
        } else {
            Reading::Whole(head)
        };
        if self.gate == Some(exchange) {
            self.open_gate(now);
        }
        self.handle_body(now, exchange, &body);
        if !streams {
            self.handle_end(now, exchange);
        }
    }

    /// More of the body of an answer has come.
    pub fn handle_body(&mut self, now: Instant, exchange: Exchange, bytes: &[u8]) {
        let Some(mut flow) = self.flows.remove(&exchange) else { return };
        match &mut flow.reading {
            Reading::Events(decoder) => {
                let mut read = Vec::new();
                decoder.read(bytes, &mut read);
                for read in read {
                    match read {
                        Read::Event(event) => self.take_event(&mut flow, event),
                        Read::TooLong => {
                            self.actions.push_back(Action::Notice(Fault::TooLong { at_most: EVENT_AT_MOST }));
                        }
                    }
                }
                if flow.is_done() && self.timers.deadline(&exchange).is_none() {
                    self.timers.set(exchange, now + LINGER);
                }
            }
            Reading::Whole(answer) if answer.body.len() + bytes.len() > BODY_AT_MOST => {
                self.fail(&mut flow, &Fault::TooLong { at_most: BODY_AT_MOST });
                return self.actions.push_back(Action::Drop { exchange });
            }
            Reading::Whole(answer) => answer.body.extend_from_slice(bytes),
            Reading::Waiting | Reading::Head => {}
        }
        self.flows.insert(exchange, flow);
    }

    /// An answer is complete.
    pub fn handle_end(&mut self, now: Instant, exchange: Exchange) {
        let Some(mut flow) = self.flows.remove(&exchange) else { return };
        self.timers.stop(&exchange);
        match core::mem::replace(&mut flow.reading, Reading::Head) {
            Reading::Whole(answer) => self.judge(flow, &answer),
            Reading::Events(_) => self.stream_ended(now, flow, None),
            Reading::Waiting | Reading::Head => self.lost(now, flow, Trouble::Broken(String::new())),
        }
    }

    /// An exchange has come to nothing, or stopped before its end.
    pub fn handle_failed(&mut self, now: Instant, exchange: Exchange, trouble: Trouble) {
        let Some(mut flow) = self.flows.remove(&exchange) else { return };
        self.timers.stop(&exchange);
        if self.gate == Some(exchange) {
            self.open_gate(now);
        }
        match (core::mem::replace(&mut flow.reading, Reading::Head), trouble) {
            (Reading::Events(_), Trouble::Broken(why) | Trouble::Unreachable(why)) => {
                self.stream_ended(now, flow, Some(why));
            }
            (_, trouble) => self.lost(now, flow, trouble),
        }
    }

    /// There was no answer at all.
    fn lost(&mut self, now: Instant, mut flow: Flow, trouble: Trouble) {
        match (flow.purpose, trouble) {
            (Purpose::Farewell, _) => {}
            (Purpose::Listen | Purpose::Resume, Trouble::Broken(why) | Trouble::Unreachable(why)) => {
                self.ask_again(now, flow, &Fault::Broken(why));
            }
            (Purpose::Message, Trouble::Broken(why)) => {
                let fault = Fault::Broken(why);
                if flow.pending.is_empty() {
                    self.actions.push_back(Action::Notice(fault));
                } else {
                    self.fail(&mut flow, &fault);
                }
            }
            (Purpose::Message, Trouble::Unreachable(why)) => {
                self.fail(&mut flow, &Fault::Unreachable(why));
                self.end();
            }
        }
    }

    fn stream_ended(&mut self, now: Instant, mut flow: Flow, why: Option<String>) {
        let modern = flow.modern;
        match flow.purpose {
            Purpose::Listen => {
                // What is between may hang up on a server that has nothing to say: that is no reason to give it up.
                flow.place.fruitless = flow.place.fruitless.min(ATTEMPTS - 1);
                self.ask_again(now, flow, &Fault::CutShort { modern, why });
            }
            Purpose::Message | Purpose::Resume if flow.pending.is_empty() => {}
            Purpose::Message | Purpose::Resume if !modern && flow.place.last.is_some() => {
                flow.purpose = Purpose::Resume;
                self.ask_again(now, flow, &Fault::CutShort { modern, why });
            }
            _ => self.fail(&mut flow, &Fault::CutShort { modern, why }),
        }
    }

    /// Comes again for a stream, unless that has been in vain too often: because of `fault` then.
    fn ask_again(&mut self, now: Instant, flow: Flow, fault: &Fault) {
        let Err(mut flow) = self.come_again(now, flow) else { return };
        if flow.purpose == Purpose::Listen {
            return self.actions.push_back(Action::Notice(fault.clone()));
        }
        self.fail(&mut flow, fault);
    }

    /// An answer that is no stream is complete.
    fn judge(&mut self, mut flow: Flow, answer: &Response) {
        let refusal = || Refusal::new(flow.method(), answer);
        let in_session = self.session.is_some() && !flow.modern && !flow.opens;
        match (flow.purpose, answer.status) {
            (Purpose::Farewell, _) | (Purpose::Listen, 405) => {}
            (_, 404) if in_session => {
                self.actions.push_back(Action::Notice(Fault::SessionOver));
                self.end();
            }
            (Purpose::Listen, _) => {
                let fault = Fault::NoStream(refusal());
                self.actions.push_back(Action::Notice(fault));
            }
            (_, 200..300) => self.take_whole(flow, answer),
            _ => {
                let (refusal, waits) = (refusal(), !flow.pending.is_empty());
                if waits && self.is_answer(&flow, &answer.body) {
                    self.deliver(&mut flow, &answer.body);
                } else if !waits {
                    return self.actions.push_back(Action::Notice(Fault::NotTaken(refusal)));
                }
                self.fail(&mut flow, &Fault::Refused(refusal));
            }
        }
    }

    fn take_whole(&mut self, mut flow: Flow, answer: &Response) {
        let fault = |fault: fn(Refusal) -> Fault| fault(Refusal::new(flow.method(), answer));
        let waits = !flow.pending.is_empty();
        let has_body = !answer.body.trim_ascii().is_empty();
        let is_json = answer.headers.lists(name::CONTENT_TYPE, JSON);
        if waits && has_body && !is_json {
            let wrong = fault(Fault::WrongType);
            if decode(&answer.body).is_err() {
                return self.fail(&mut flow, &wrong);
            }
            // It is one all the same.
            self.actions.push_back(Action::Notice(wrong));
        }
        if !waits && answer.status != 202 {
            let fault = fault(Fault::NotTaken);
            self.actions.push_back(Action::Notice(fault));
        }
        if has_body && (waits || is_json) {
            self.deliver(&mut flow, &answer.body);
        }
        self.fail(&mut flow, &Fault::NoAnswer { status: answer.status });
    }

    /// Whether `body` answers a request that `flow` was for.
    fn is_answer(&self, flow: &Flow, body: &[u8]) -> bool {
        match decode(body) {
            Ok(Message::Response(response)) => {
                response.id.known().is_some_and(|id| flow.pending.iter().any(|asked| asked.id == *id))
            }
            _ => false,
        }
    }

    fn take_event(&mut self, flow: &mut Flow, event: Event) {
        flow.place.fruitless = 0;
        if let Some(id) = &event.id {
            flow.place.last = Some(id.clone()).filter(|id| !id.is_empty());
        }
        flow.place.retry = event.retry.or(flow.place.retry);
        if event.is_message() {
            self.deliver(flow, event.data.unwrap_or_default().as_bytes());
        }
    }

    /// Hands on what the server says, as a frame: whoever reads it says what is wrong with it.
    fn deliver(&mut self, flow: &mut Flow, text: &[u8]) {
        if flow.is_done() {
            self.actions.push_back(Action::Notice(Fault::AfterAnswer));
        }
        match decode(text) {
            Ok(Message::Response(response)) => self.note_answer(flow, &response),
            Err(malformed) if matches!(malformed.kind, MalformedKind::Batch { .. }) => {
                let batch = decode_batch(text, MAX_BATCH);
                for message in batch.iter().flat_map(|batch| batch.messages()) {
                    if let Message::Response(response) = message {
                        self.note_answer(flow, response);
                    }
                }
            }
            Ok(_) | Err(_) => {}
        }
        // A line feed between the members of a message would end the frame.
        let mut frame: Vec<u8> =
            text.iter().map(|byte| if matches!(byte, b'\r' | b'\n') { b' ' } else { *byte }).collect();
        frame.push(b'\n');
        self.actions.push_back(Action::Receive(frame));
    }

    fn note_answer(&mut self, flow: &mut Flow, response: &jsonrpc::Response) {
        let Some(id) = response.id.known() else { return };
        let mine = flow.take(id);
        flow.answered |= mine.is_some();
        if mine.is_none() && flow.purpose == Purpose::Listen && !flow.resumes {
            self.actions.push_back(Action::Notice(Fault::AnswerUnasked(id.clone())));
        }
        let asked = mine.or_else(|| {
            self.flows.values_mut().find_map(|other| {
                let asked = other.take(id)?;
                other.answered = true;
                Some(asked)
            })
        });
        let (Some(asked), Ok(result)) = (asked, &response.outcome) else { return };
        match &*asked.method {
            names::INITIALIZE => {
                let members = result.parse::<Members>();
                self.version = members.and_then(|members| members.peek("protocolVersion")).ok().flatten();
            }
            names::TOOLS_LIST if flow.modern => self.learn_params(result),
            _ => {}
        }
    }

    /// Learns which arguments are repeated in headers; a tool that cannot be used has none.
    fn learn_params(&mut self, result: &RawJson) {
        let tools = result.parse::<Members>().and_then(|members| members.peek::<Vec<Members>>("tools"));
        for tool in tools.ok().flatten().unwrap_or_default() {
            let Ok(Some(name)) = tool.peek::<String>("name") else { continue };
            let marked = tool.get("inputSchema").and_then(|schema| param::params(schema).ok());
            match marked.filter(|marked| !marked.is_empty()) {
                Some(marked) => self.params.insert(name, marked),
                None => self.params.remove(&name),
            };
        }
    }

    fn take_session(&mut self, head: &Response) {
        let given = head.headers.first(name::SESSION);
        let Some(given) = given else { return };
        let id = String::from_utf8_lossy(given).into_owned();
        let is_visible = id.bytes().all(|byte| byte.is_ascii_graphic()) && !id.is_empty();
        if !is_visible || head.headers.text(name::SESSION).is_err() {
            self.actions.push_back(Action::Notice(Fault::BadSession(id.clone())));
        }
        self.session = Some(id);
    }
}
