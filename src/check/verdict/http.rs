//! What came of a case over HTTP.

use super::{Got, Trial};
use crate::check::case::Want;
use crate::check::exchanged::{Exchanged, OWN_STREAM};
use crate::check::player::ALIVE;
use crate::proto::http::{EVENTS, name};

impl Trial<'_> {
    /// What is there instead of what is wanted of an exchange.
    pub(super) fn over_http(&self, want: &Want) -> Result<(), Got> {
        match *want {
            Want::Status(name, statuses) => {
                let it = self.replied(name)?;
                demand(it.status.is_some_and(|status| statuses.contains(&status)), || status(it))
            }
            Want::Refused(name) => {
                let it = self.replied(name)?;
                demand(it.status.is_some_and(|status| (400..500).contains(&status)), || status(it))
            }
            Want::NoBody(name) => {
                let it = self.replied(name)?;
                demand(it.body.trim_ascii().is_empty() && it.messages.is_empty(), || status(it))
            }
            Want::Kind(name, kinds) => {
                let it = self.replied(name)?;
                if !it.status.is_some_and(|status| (200..300).contains(&status)) {
                    return Err(status(it));
                }
                let is_one = kinds.iter().any(|kind| it.headers.lists(name::CONTENT_TYPE, kind));
                demand(is_one, || Got::Kind(header(it, name::CONTENT_TYPE)))
            }
            Want::StreamHeader(name, wanted, value) => {
                let it = self.replied(name)?;
                demand(!it.is_stream || it.headers.lists(wanted, value), || Got::Header(header(it, wanted)))
            }
            Want::Over(name) => {
                let it = self.replied(name)?;
                demand(it.is_over, || Got::OpenStream)
            }
            Want::VisibleSession(name) => {
                let given = header(self.replied(name)?, name::SESSION);
                let is_visible =
                    |id: &String| !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_graphic());
                demand(given.as_ref().is_none_or(is_visible), || Got::Header(given.clone()))
            }
            Want::OtherSession(first, second) => {
                let given = |name| self.replied(name).map(|it| header(it, name::SESSION));
                let (first, second) = (given(first)?, given(second)?);
                demand(second.is_some() && first != second, || Got::Header(second.clone()))
            }
            Want::NoAnswers(name) => {
                let it = self.replied(name)?;
                demand(it.answers == 0, || Got::Answers(it.answers))
            }
            Want::NoMessages(name) => {
                let it = self.replied(name)?;
                match (it.messages.first(), it.events.iter().any(|event| event.is_message)) {
                    (None, false) => Ok(()),
                    (first, _) => Err(Got::Message(first.cloned().unwrap_or_default())),
                }
            }
            Want::Primed(name) => {
                let it = self.replied(name)?;
                let first = it.events.first();
                let is_primed = first.is_some_and(|event| event.id.is_some() && !event.is_message);
                demand(!it.is_stream || is_primed, || {
                    first.map_or(Got::StreamEnd, |event| Got::Header(event.id.clone()))
                })
            }
            Want::OnceOnly => twice(self.talk.exchanges.iter().flat_map(|it| &it.messages)),
            Want::OwnEventIds => {
                let events = self.talk.exchanges.iter().flat_map(|it| &it.events);
                // What is read again keeps its id.
                twice(events.filter_map(|event| event.id.as_ref()).filter(|id| !id.is_empty()))
            }
            Want::NoQuestions => {
                let asking = self.talk.exchanges.iter().find(|it| it.questions > 0);
                asking.map_or(Ok(()), |it| Err(Got::Message(it.messages.join(", "))))
            }
            // Everything else is the same on every wire.
            _ => Ok(()),
        }
    }

    /// The exchange called `name`, if there was any answer to it.
    fn replied(&self, name: &str) -> Result<&Exchanged, Got> {
        let it = self.talk.exchanges.iter().find(|it| it.name == name).ok_or(Got::Nothing)?;
        if it.status.is_some() { Ok(it) } else { Err(failed(it)) }
    }

    /// What came of the exchange that asked for `id`, instead of an answer; nothing where there is none, or it is still
    /// waited for.
    pub(super) fn exchange_for(&self, id: &str) -> Option<Got> {
        let mut asking = self.talk.exchanges.iter().filter(|it| it.asks.iter().any(|asked| asked == id));
        let last = asking.next_back()?;
        match (last.status, &last.failed) {
            (None, None) => None,
            (Some(200..=299), None) if last.is_stream => {
                Some(if last.is_over { Got::StreamEnd } else { Got::OpenStream })
            }
            (Some(_), None) => Some(status(last)),
            (_, Some(_)) => Some(failed(last)),
        }
    }

    /// Whether the request `id` does not say what its headers should repeat.
    pub(super) fn is_unsaid(&self, id: &str) -> bool {
        self.talk.exchanges.iter().any(|it| it.is_unsaid && it.asks.iter().any(|asked| asked == id))
    }

    /// What HTTP says of the case as a whole: of its last exchange but for the last question of all.
    pub(super) fn nothing_from_http(&self) -> Option<Got> {
        let own = self.talk.exchanges.iter().rfind(|it| it.name != ALIVE && it.status.is_some())?;
        Some(status(own))
    }

    /// The first exchange that has come to nothing, or that the server has failed at; bad requests are refused. That there
    /// is no stream of the server's own is no failure at what the case has sent, whatever the status.
    pub(super) fn failure(&self) -> Option<Got> {
        let own = self.talk.exchanges.iter().filter(|it| it.name != ALIVE && it.name != OWN_STREAM);
        own.filter(|it| !it.is_stream).find_map(|it| match it.status {
            Some(500..) => Some(status(it)),
            _ => it.failed.as_ref().map(|_| failed(it)),
        })
    }

    /// Whether a request was refused by its status alone.
    pub(super) fn has_refused(&self) -> bool {
        let mut asking = self.talk.exchanges.iter().filter(|it| !it.asks.is_empty());
        asking.any(|it| it.refusal().is_some() || it.hung_up)
    }
}

fn demand(is_so: bool, otherwise: impl FnOnce() -> Got) -> Result<(), Got> {
    if is_so { Ok(()) } else { Err(otherwise()) }
}

fn status(it: &Exchanged) -> Got {
    let body = if it.is_stream { EVENTS.to_owned() } else { it.excerpt() };
    Got::Status(it.status.unwrap_or_default(), body)
}

fn failed(it: &Exchanged) -> Got {
    it.failed.as_ref().map_or(Got::Nothing, |why| Got::Broken(why.clone()))
}

fn header(it: &Exchanged, name: &str) -> Option<String> {
    it.headers.first(name).map(|value| String::from_utf8_lossy(value).into_owned())
}

/// Nothing may stand there twice.
fn twice<'a>(all: impl Iterator<Item = &'a String>) -> Result<(), Got> {
    let mut seen = std::collections::BTreeSet::new();
    for it in all {
        if !seen.insert(it) {
            return Err(Got::Message(it.clone()));
        }
    }
    Ok(())
}
