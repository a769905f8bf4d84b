//! Answers that belong together: an array of requests is answered by an array (JSON-RPC 2.0 §6, 2025-03-26 only).

use crate::proto::jsonrpc::{BatchItem, Message, RequestId, ResponseId};

/// The batches that are not answered yet.
#[derive(Debug, Default)]
pub(super) struct Batches {
    open: Vec<Open>,
    /// Whether the last of them is being handled: answers without an id are about its elements.
    handling: bool,
}

#[derive(Debug, Default)]
struct Open {
    /// The requests without an answer, each as often as it stands in the batch.
    waiting: Vec<RequestId>,
    /// The broken requests whose id could be read: they are answered while the batch is handled, or never.
    broken: Vec<RequestId>,
    answers: Vec<Message>,
}

impl Batches {
    /// A batch has come; its elements are handled next.
    pub(super) fn begin(&mut self, items: &[BatchItem]) {
        let mut batch = Open::default();
        for item in items {
            match &item.verdict {
                Ok(Message::Request(request)) => batch.waiting.push(request.id.clone()),
                Ok(_) => {}
                Err(malformed) => batch.broken.extend(malformed.id.clone()),
            }
        }
        self.open.push(batch);
        self.handling = true;
    }

    /// Keeps `message` if it is an answer to a part of a batch; gives it back otherwise.
    pub(super) fn collect(&mut self, message: Message) -> Option<Message> {
        let Message::Response(response) = &message else { return Some(message) };
        let batch = match &response.id {
            ResponseId::Known(id) => {
                let place = self.open.iter_mut().position(|batch| batch.strike(id));
                place.and_then(|place| self.open.get_mut(place))
            }
            _ if self.handling => self.open.last_mut(),
            _ => None,
        };
        match batch {
            Some(batch) => batch.answers.push(message),
            None => return Some(message),
        }
        None
    }

    /// The request `id` will not be answered.
    pub(super) fn cancelled(&mut self, id: &RequestId) {
        // A request that stands in two batches is still open in the first.
        self.open.iter_mut().any(|batch| batch.strike(id));
    }

    /// The session has nothing to say for now: the answers to a batch that waits for no more.
    pub(super) fn settle(&mut self) -> Option<Vec<Message>> {
        if core::mem::take(&mut self.handling)
            && let Some(last) = self.open.last_mut()
        {
            last.broken.clear();
        }
        let done = self.open.iter().position(|batch| batch.waiting.is_empty())?;
        // Nothing but notifications: answered by nothing at all (BA-05).
        Some(self.open.remove(done).answers)
    }
}

impl Open {
    /// Whether `id` was waited for; once less from now on.
    fn strike(&mut self, id: &RequestId) -> bool {
        for ids in [&mut self.waiting, &mut self.broken] {
            if let Some(place) = ids.iter().position(|waiting| waiting == id) {
                ids.remove(place);
                return true;
            }
        }
        false
    }
}
