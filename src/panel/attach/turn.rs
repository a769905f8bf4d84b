//! What a message means where there is a real process, and what follows from it.

use core::time::Duration;

use super::update::{give_up_late_lines, lose, sent, stop_flood};
use super::{Gather, Role, Standing, tap};
use crate::panel::act::is_asked;
use crate::panel::guide::Move;
use crate::panel::model::Notice;
use crate::panel::wish::{JUDGE, NEXT_FOUND};
use crate::panel::{ActMsg, Effect, Model, Msg, Place, TimeMsg, recording};
use crate::proto::session::{Opening, State};
use crate::proto::time::Instant;
use crate::sim::{Outgoing, Parting, Upcoming};

/// How often the page looks at its clock while somebody looks at the page.
const LOOK: Duration = Duration::from_secs(1);
/// How many frames are let go at once.
const AT_ONCE: usize = 10_000;

/// Whether what the world says is said to a real process.
pub(in crate::panel) fn is_live(model: &Model) -> bool {
    is_open(model) && model.pair.is_outside()
}

/// Whether there is a way to the program.
fn is_open(model: &Model) -> bool {
    match model.attached.standing {
        Standing::Idle
        | Standing::Starting
        | Standing::Failed(_)
        | Standing::Running(_)
        | Standing::Ended(_)
        | Standing::Left => true,
        Standing::Nowhere | Standing::Connecting | Standing::Refused(_) | Standing::Gone(_) => false,
    }
}

/// Whether a real process is listened to, or has just ended.
pub(in crate::panel) fn is_listening(model: &Model) -> bool {
    is_live(model) && matches!(model.attached.standing, Standing::Running(_) | Standing::Ended(_))
}

/// The time: of the real clock, where that counts.
pub(in crate::panel) fn now(model: &Model) -> Instant {
    if is_live(model) { model.attached.clock.now().max(model.pair.now()) } else { model.pair.now() }
}

/// Does what `msg` means here, if that is something else than usual.
pub(in crate::panel) fn turn(model: &mut Model, msg: &Msg) -> Option<Vec<Effect>> {
    if model.pair.is_tapped() && !is_possible(model, msg) {
        return Some(Vec::new());
    }
    if !is_live(model) {
        return None;
    }
    match msg {
        Msg::Wake if model.recording.playing => {
            return Some(recording::advance(&mut model.recording, model.language));
        }
        Msg::Wake => {}
        _ if model.place != Place::Play => return None,
        Msg::ToggleRun if model.pair.is_tapped() => tap::toggle(model),
        Msg::ToggleRun => model.running = !model.running,
        Msg::Back
        | Msg::Time(
            TimeMsg::Skip(_) | TimeMsg::NextEvent | TimeMsg::Seek(_) | TimeMsg::Switch(_) | TimeMsg::Speed(_),
        ) => model.notice = Some(Notice::RealTime),
        _ => return None,
    }
    Some(Vec::new())
}

/// Whether that can be done between two ends outside, neither of which does what this page says.
fn is_possible(model: &Model, msg: &Msg) -> bool {
    match msg {
        Msg::Initialize
        | Msg::Discover
        | Msg::ListTools
        | Msg::Ping
        | Msg::Close
        | Msg::CallTool
        | Msg::SayWish
        | Msg::Provoke(_)
        | Msg::Break(_) => false,
        Msg::Step | Msg::Act(ActMsg::Send | ActMsg::Compose(_) | ActMsg::Again(_)) => tap::is_tap(model),
        Msg::Reset | Msg::Offer(_) | Msg::Declare(_) => !is_live(model),
        Msg::Wish(wish) if wish == JUDGE || wish == NEXT_FOUND || wish.starts_with("inspect") => true,
        Msg::Wish(wish) => tap::is_tap(model) && (wish.starts_with("compose") || wish.starts_with("again")),
        _ => true,
    }
}

/// The next thing that a step does where the server is outside.
pub(in crate::panel) fn next_move(model: &Model) -> Move {
    if model.pair.is_tapped() {
        return tap::next_move(model);
    }
    let pair = &model.pair;
    if let Some((at, Upcoming::Arrival(frame))) = pair.upcoming()
        && at <= pair.now()
    {
        return Move::Deliver(frame);
    }
    let state = pair.client().state();
    match (&model.attached.standing, state) {
        (_, State::Closed) => Move::Over,
        (Standing::Running(_), State::Uninitialized) => match model.settings.client.opening {
            Opening::Handshake => Move::Initialize,
            Opening::Modern | Opening::Probe => Move::Discover,
        },
        (Standing::Running(_), _) if is_asked(model) => Move::Answer,
        (Standing::Running(_), _) if pair.client().open_requests().next().is_some() => Move::Await,
        (Standing::Running(_), State::Initialized | State::Ready) if pair.facts().tools().is_none() => {
            Move::ListTools
        }
        (Standing::Running(_), _) => Move::YourTurn,
        _ => Move::Absent,
    }
}

/// Does what follows from a message: what is to be let go goes, and what has left the world is sent. Called after each.
pub(in crate::panel) fn follow(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.pair.is_tapped() {
        model.attached.ends.follow(&model.pair);
    }
    if model.attached.standing == Standing::Nowhere {
        return;
    }
    if model.attached.beginning != model.pair.beginning() {
        effects.extend(begun(model));
    }
    if !is_live(model) {
        // Nobody is there who could take it.
        model.pair.take_outgoing();
        effects.extend(tap::asked(model));
        return;
    }
    give_up_late_lines(model);
    if model.attached.standing == Standing::Starting && model.attached.awaited == 0 {
        effects.extend(start(model));
    }
    tap::settle(model);
    if model.running {
        effects.extend(flow(model));
    }
    for outgoing in model.pair.take_outgoing() {
        if outgoing == Outgoing::Start {
            effects.extend(start(model));
        } else {
            model.attached.has_said = true;
            effects.extend(sent(&outgoing));
        }
    }
    effects.extend(tap::asked(model));
    if model.pair.is_full() && !model.attached.is_full && model.attached.role == Role::Client {
        effects.extend(stop_flood(model));
    }
    // A recording that is played has the timer, and goes on soon enough.
    if !model.recording.playing {
        effects.retain(|effect| !matches!(effect, Effect::WakeAfter(_) | Effect::StopWaking));
        effects.push(wake(model));
    }
}

/// Lets everything go that waits for nothing but the reader.
fn flow(model: &mut Model) -> Vec<Effect> {
    let before = model.pair.frames().len();
    for _ in 0..AT_ONCE {
        let due = model.pair.upcoming();
        let goes =
            due.is_some_and(|(at, what)| matches!(what, Upcoming::Arrival(_)) && at <= model.pair.now());
        if !goes || model.pair.is_full() {
            break;
        }
        model.pair.step();
    }
    model.refresh_form();
    let newest = model.shown_frame().filter(|_| model.selected.is_none());
    let has_more = model.pair.frames().len() > before;
    newest.filter(|_| has_more).map_or_else(Vec::new, |_| crate::panel::update::reveal(model))
}

/// Another world has begun. A new one gets a new process; one that somebody brought waits for its reader.
fn begun(model: &mut Model) -> Vec<Effect> {
    let had = core::mem::take(&mut model.attached.process).is_some() || model.attached.awaited > 0;
    model.attached.beginning = model.pair.beginning();
    (model.attached.stdout, model.attached.stderr) = (Gather::default(), Gather::default());
    model.attached.clock.begin(model.pair.now());
    (model.attached.is_full, model.attached.is_back, model.attached.trouble) = (false, false, None);
    if !is_open(model) {
        return Vec::new();
    }
    // It was said when that happened the first time.
    model.pair.take_outgoing();
    if model.attached.role != Role::Client {
        // What the two write passes, and nobody looks.
        model.attached.asks = Some(false);
        model.attached.standing = Standing::Left;
        return Vec::new();
    }
    let is_outside = model.pair.is_outside();
    if is_outside && model.pair.all_actions().is_empty() {
        return start(model);
    }
    model.attached.standing = if is_outside { Standing::Idle } else { Standing::Left };
    model.attached.awaited = 0;
    lose(model);
    if had { sent(&Outgoing::Part(Parting::Close)).collect() } else { Vec::new() }
}

/// Asks for a process, unless one is on its way that nothing was said to yet.
fn start(model: &mut Model) -> Vec<Effect> {
    let attached = &mut model.attached;
    attached.standing = Standing::Starting;
    (attached.process, attached.trouble, attached.is_back) = (None, None, false);
    (attached.stdout, attached.stderr) = (Gather::default(), Gather::default());
    if attached.awaited > 0 && !attached.has_said {
        return Vec::new();
    }
    (attached.awaited, attached.has_said) = (attached.awaited + 1, false);
    sent(&Outgoing::Start).collect()
}

/// When the page has to look at its clock again.
fn wake(model: &Model) -> Effect {
    let now = model.attached.clock.now();
    let next = model.pair.next_due().map(|(at, _)| at);
    let counts = matches!(model.attached.standing, Standing::Running(_)) || next.is_some();
    let is_seen = model.place == Place::Play && counts;
    let arrives = model.pair.upcoming().filter(|_| model.running && !model.pair.is_full()).map(|(at, _)| at);
    let attached = &model.attached;
    let lines = [attached.client.due(), attached.stdout.due(), attached.stderr.due()];
    let due = lines.into_iter().flatten().chain(next).chain(arrives);
    let due = due.chain(is_seen.then_some(now + LOOK)).min();
    due.map_or(Effect::StopWaking, |due| Effect::WakeAfter(due.saturating_since(now)))
}
