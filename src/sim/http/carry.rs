//! What the ends have to say, and what arrives at them.

use super::{HttpWorld, State, What, Word};
use crate::proto::connection::Input;
use crate::proto::http::client::{Action, Trouble};
use crate::proto::http::server::{ExchangeId, Output as Said};
use crate::proto::session::{Event, Output, Side};

/// What a client is told of a connection that was cut.
const CUT: &str = "the connection was cut";

impl HttpWorld {
    /// Takes everything that the client has to say, and does with it what its carrier wants done.
    pub(super) fn drain_client(&mut self) {
        loop {
            while let Some(output) = self.client.poll_output() {
                match output {
                    Output::Transmit(bytes) => self.carrier.send(self.now, &bytes),
                    Output::Event(event) => {
                        let is_over = matches!(event, Event::Closed(_));
                        self.words.push((self.now, Word::Client(event)));
                        if is_over {
                            self.carrier.close();
                        }
                    }
                }
            }
            let Some(action) = self.carrier.poll_action() else { break };
            match action {
                Action::Begin { exchange, request } => self.ask(request, Some(exchange)),
                Action::Drop { exchange } => {
                    if let Some(number) = self.number_of(exchange) {
                        self.hang_up(number, Side::Client);
                    }
                }
                Action::Receive(frame) => self.client.handle_input(self.now, Input::Bytes(&frame)),
                Action::Fail { id, fault } => self.client.handle_unanswered(self.now, &id, fault),
                Action::Notice(fault) => self.words.push((self.now, Word::Notice(fault))),
                Action::Over => self.client.handle_input(self.now, Input::Eof),
            }
        }
    }

    /// Takes everything that the server has to say.
    pub(super) fn drain_server(&mut self) {
        while let Some(output) = self.server.poll_output() {
            match output {
                Said::Respond { exchange, response } => self.answer(exchange.0, response),
                Said::Body { exchange, bytes } => self.say(exchange.0, bytes),
                Said::End { exchange } => self.finish(exchange.0),
                Said::Event(event) => self.words.push((self.now, Word::Server(event))),
            }
        }
    }

    /// The client learns that an exchange has broken.
    pub(super) fn tell_client_broken(&mut self, number: u64) {
        if let Some(owner) = self.owner(number) {
            self.carrier.handle_failed(self.now, owner, Trouble::Broken(CUT.to_owned()));
            self.drain_client();
        }
    }

    /// The parcel at this place arrives.
    pub(super) fn deliver(&mut self, at: usize) {
        let parcel = &mut self.parcels[at];
        parcel.state = State::Arrived;
        let (number, what, from) = (parcel.exchange, parcel.what.clone(), parcel.from);
        match from {
            Side::Client => {
                match &what {
                    What::Request(request) => self.server.request(self.now, ExchangeId(number), request),
                    _ => self.server.gone(self.now, ExchangeId(number)),
                }
                self.drain_server();
            }
            Side::Server => {
                let is_last = match &what {
                    What::Answer(response) => !response.streams,
                    What::End | What::Gone => true,
                    What::Request(_) | What::Events(_) => false,
                };
                if is_last {
                    self.close(number);
                }
                self.hear(number, what);
            }
        }
    }

    /// The client hears something of an exchange.
    fn hear(&mut self, number: u64, what: What) {
        let Some(owner) = self.owner(number) else { return };
        match what {
            What::Answer(response) => self.carrier.handle_head(self.now, owner, response),
            What::Events(bytes) => self.carrier.handle_body(self.now, owner, &bytes),
            What::End => self.carrier.handle_end(self.now, owner),
            What::Gone => return self.tell_client_broken(number),
            What::Request(_) => {}
        }
        self.drain_client();
    }
}
