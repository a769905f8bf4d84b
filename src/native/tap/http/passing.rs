//! A body on its way from one side to the other.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};

use super::cause;
use super::log::Log;
use crate::proto::session::Side;
use crate::trace::http::words;

/// Passes each piece on as it comes, and writes it down before. Who reads it slowly makes its sender wait.
pub(super) struct Passing {
    body: Incoming,
    log: Arc<Log>,
    exchange: u64,
    from: Side,
    is_done: bool,
}

impl Passing {
    pub(super) fn new(body: Incoming, log: &Arc<Log>, exchange: u64, from: Side) -> Self {
        let mut passing = Self { body, log: Arc::clone(log), exchange, from, is_done: false };
        // Nobody asks for what there is not.
        passing.look();
        passing
    }

    /// Tells the end, if this is it.
    fn look(&mut self) {
        if self.body.is_end_stream() {
            self.end(true);
        }
    }

    fn end(&mut self, is_whole: bool) {
        if !core::mem::replace(&mut self.is_done, true) {
            self.log.end(self.from, is_whole);
        }
    }
}

impl Body for Passing {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let this = self.get_mut();
        let polled = ready!(Pin::new(&mut this.body).poll_frame(context));
        match &polled {
            Some(Ok(frame)) => {
                if let Some(bytes) = frame.data_ref() {
                    this.log.hear(this.from, bytes);
                }
                this.look();
            }
            Some(Err(error)) => {
                this.end(false);
                if this.from == Side::Server {
                    this.log.break_off(Side::Server, words::broke_off(this.exchange, &cause(error)));
                }
            }
            None => this.end(true),
        }
        Poll::Ready(polled)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Passing {
    fn drop(&mut self) {
        if !self.is_done {
            self.end(false);
            if self.from == Side::Server {
                // Nobody takes it any more.
                self.log.hung_up();
            }
        }
    }
}
