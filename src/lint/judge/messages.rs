//! Judging one message, and following what it changes.

use std::sync::Arc;

use super::super::checks;
use super::super::cx::{Cx, On};
use super::super::finding::Said;
use super::super::json::{Kind, Value};
use super::super::talk::{Note, Open, Phase, Place, Progress, index};
use super::super::tape;
use super::Judge;
use crate::proto::json::{FromJson, Members};
use crate::proto::jsonrpc::{Message, RequestId, ResponseId};
use crate::proto::mcp::{Direction, Holder, Lifecycle, MethodSpec, Version, keys, names};
use crate::proto::session::Side;

/// The longest tape whose room is used again.
const KEPT_TAPE: usize = 1 << 16;

/// The longest parameters that are kept until the answer comes.
const KEPT_PARAMS: usize = 1 << 20;

impl Judge {
    /// Judges `message`, which is `element` of the body `text`.
    #[expect(clippy::too_many_arguments, reason = "where a message stands is three of them")]
    pub(super) fn message(
        &mut self,
        side: Side,
        place: Place,
        text: &str,
        base: usize,
        element: &str,
        message: &Message,
        in_batch: bool,
    ) {
        let element = element.trim_ascii();
        let Ok(before) = self.before((side, place, base), (text, element), message) else { return };
        if matches!(message, Message::Response(_)) {
            self.look_ahead(side.peer());
        }
        let whole = Value::of(element);
        let mut tape = core::mem::take(&mut self.tape);
        tape::read(whole.0, &mut tape);
        let whole = whole.on(&tape);
        let part = |name: &str| whole.get(name).unwrap_or(Value::of(""));
        let (on, body) = match message {
            Message::Request(_) => (On::Request, part("params")),
            Message::Notification(_) => (On::Notification, part("params")),
            Message::Response(response) if response.outcome.is_ok() => (On::Result, part("result")),
            Message::Response(_) => (On::Error, part("error")),
        };
        let is_modern = side == Side::Client && speaks_for_itself(body);
        let mut out = Vec::new();
        let mut cx = Cx {
            version: self.talk.version,
            is_modern,
            from: side,
            place,
            text,
            base,
            whole,
            on,
            method: message.method().unwrap_or_default(),
            id: message.id(),
            body,
            open: None,
            asked: Value::of(""),
            client: Arc::clone(&self.talk.client),
            in_batch,
            out: &mut out,
            talk: &mut self.talk,
        };
        match message {
            Message::Response(response) => answer(&mut cx, &response.id),
            _ => ask(&mut cx),
        }
        let version = cx.version;
        if let Some(before) = before {
            let named = (message.method().unwrap_or_default(), message.id(), version);
            out = self.after(before, (side, on, in_batch), named, (whole, body), out);
        }
        self.ready.extend(out);
        if tape.capacity() <= KEPT_TAPE {
            self.tape = tape;
        }
    }
}

/// Whether parameters carry what a request of 2026-07-28 does.
fn speaks_for_itself(params: Value<'_>) -> bool {
    let Some(meta) = params.get("_meta") else { return false };
    meta.get(keys::PROTOCOL_VERSION).is_some() || meta.get(keys::CLIENT_CAPABILITIES).is_some()
}

/// The revision that a message of the method is judged by.
fn version_of(cx: &Cx<'_>) -> Version {
    let talk = &cx.talk;
    let has_handshake = |version: &Version| version.lifecycle() == Lifecycle::Initialize;
    let is_settled = matches!(talk.phase, Phase::Greeting | Phase::Greeted | Phase::Running);
    if cx.method == names::INITIALIZE {
        let requested = cx.body.text_of("protocolVersion").and_then(|text| Version::parse(&text));
        let current = Some(talk.version).filter(has_handshake);
        return requested.filter(has_handshake).or(current).unwrap_or(Version::LATEST_WITH_HANDSHAKE);
    }
    if cx.is_modern || cx.method == "server/discover" || talk.is_modern && !is_settled {
        return Version::V2026_07_28;
    }
    talk.version
}

/// A request or a notification.
fn ask(cx: &mut Cx<'_>) {
    cx.version = version_of(cx);
    let is_new_era = cx.is_modern || cx.method == "server/discover";
    if cx.is_v5() {
        let declared = cx.meta().and_then(|meta| meta.get(keys::CLIENT_CAPABILITIES));
        let declared = declared.and_then(|value| Members::from_json(value.0).ok());
        cx.client = Arc::new(declared.unwrap_or_default());
        cx.is_modern = true;
    } else if cx.method == names::INITIALIZE {
        let declared = cx.body.get("capabilities").and_then(|value| Members::from_json(value.0).ok());
        cx.client = Arc::new(declared.unwrap_or_default());
    }
    let before = cx.out.len();
    // What must not be asked at all is not looked at any closer.
    let is_forbidden = cx.is_v5() && cx.from == Side::Server && cx.on == On::Request;
    if is_forbidden {
        checks::forbidden(cx);
    } else {
        checks::shape::check(cx);
    }
    let is_misfit = cx.out.len() > before;
    let is_undeclared = lacks_capability(cx);
    if !is_forbidden {
        checks::run(cx);
    }
    if cx.on == On::Request {
        open(cx, is_misfit, is_undeclared);
    }
    let (from, talk) = (cx.from, &mut *cx.talk);
    if is_new_era && from == Side::Client && matches!(talk.phase, Phase::Fresh | Phase::Refused) {
        talk.is_modern = true;
        talk.version = Version::V2026_07_28;
    }
    if cx.method == names::INITIALIZE && from == Side::Client && cx.on == On::Request {
        talk.phase = Phase::Greeting;
        talk.client = Arc::clone(&cx.client);
        talk.handshake.requested = cx.body.text_of("protocolVersion").unwrap_or_default();
        talk.handshake.frame = cx.place.frame;
    }
    if cx.method == names::INITIALIZED && from == Side::Client {
        match talk.phase {
            Phase::Greeted => talk.phase = Phase::Running,
            // By hand all lines are sent at once, and the answers come later.
            Phase::Greeting => talk.handshake.is_early = true,
            _ => {}
        }
    }
    if cx.on != On::Notification {
        // It is not forgotten at once: what was sent in one go is answered in its order.
        if let Some(note) = &mut talk.last_note[index(from)] {
            note.is_followed = true;
        }
    } else {
        talk.last_note[index(from)] = Some(Note {
            is_followed: false,
            method: cx.method.to_owned(),
            is_known: MethodSpec::find(cx.method, cx.version, direction(from)).is_some(),
            is_idle_cancel: false,
            frame: cx.place.frame,
        });
    }
    checks::cancel::follow(cx);
}

/// Which way `from` sends.
pub(in crate::lint) const fn direction(from: Side) -> Direction {
    match from {
        Side::Client => Direction::ClientToServer,
        Side::Server => Direction::ServerToClient,
    }
}

/// Whether the receiver is known not to declare what the method asks for.
fn lacks_capability(cx: &Cx<'_>) -> bool {
    let spec = MethodSpec::find(cx.method, cx.version, direction(cx.from));
    let Some(need) = spec.and_then(|spec| spec.need).filter(|need| need.holder == Holder::Receiver) else {
        return false;
    };
    match cx.from {
        Side::Client => cx.talk.server_lacks(need.capability),
        Side::Server => cx.knows_client() && !cx.client_has(need.capability),
    }
}

fn open(cx: &mut Cx<'_>, is_misfit: bool, is_undeclared: bool) {
    let Some(id) = cx.id.cloned() else { return };
    let token = cx.meta().and_then(|meta| meta.get(keys::PROGRESS_TOKEN));
    let token = token.and_then(|token| RequestId::read(token.0).ok());
    let is_long = cx.body.0.len() > KEPT_PARAMS;
    let params = if is_long { "" } else { cx.body.0 };
    let open = Open {
        id: id.clone(),
        method: cx.method.to_owned(),
        from: cx.from,
        version: cx.version,
        is_modern: cx.is_modern,
        spot: cx.spot(),
        at: cx.talk.now,
        params: params.to_owned(),
        is_long,
        token: token.clone(),
        client: Arc::clone(&cx.client),
        is_misfit,
        in_batch: cx.in_batch,
        is_undeclared,
        is_excused: false,
    };
    let talk = &mut *cx.talk;
    talk.used[index(cx.from)].insert(&id);
    if let Some(token) = token {
        talk.tokens.insert((cx.from, token), Progress { id: id.clone(), last: None, task: None });
    }
    // Of two with the same id either may be answered first, and the other one has its answer to come.
    if let Some(other) = talk.open.insert((cx.from, id), open) {
        talk.done.push(other.done(None, true));
    }
}

/// An answer.
fn answer(cx: &mut Cx<'_>, id: &ResponseId) {
    cx.talk.last_note[index(cx.from)] = None;
    let open = match id.known() {
        Some(id) => checks::answers::find(cx, id),
        None => {
            checks::answers::without_id(cx);
            None
        }
    };
    let Some(open) = open else { return };
    let mut asked = Vec::new();
    tape::read(&open.params, &mut asked);
    let mut inner = Cx {
        talk: &mut *cx.talk,
        version: open.version,
        is_modern: open.is_modern,
        from: cx.from,
        place: cx.place,
        text: cx.text,
        base: cx.base,
        whole: cx.whole,
        on: cx.on,
        method: &open.method,
        id: cx.id,
        body: cx.body,
        open: Some(&open),
        asked: Value::of(&open.params).on(&asked),
        client: Arc::clone(&open.client),
        in_batch: cx.in_batch,
        out: &mut *cx.out,
    };
    if inner.on == On::Result && !inner.body.is(Kind::Object) {
        let seen = Said::Kind(inner.body.kind_name());
        inner.report("JR-10", inner.body, Said::Kind("an object"), seen);
    } else {
        checks::shape::check(&mut inner);
        checks::run(&mut inner);
        checks::lifecycle::follow(&mut inner);
    }
    inner.talk.close(&open, None);
}
