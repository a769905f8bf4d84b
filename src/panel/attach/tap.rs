//! A page that is neither end: a client of somebody else, or another page, speaks to the process, and what the two write to
//! each other is the world here. Where the page may hold it, what waits goes on from here.

use core::time::Duration;

use super::{Gather, Role, Standing, Told, Trouble, What};
use crate::panel::update::changed;
use crate::panel::{Effect, Model, Move};
use crate::proto::session::Side;
use crate::proto::time::Instant;
use crate::sim::{Action, Hand, Handling, Incoming, Upcoming};

/// The program is there: from now on the world is what the two have written since it began.
pub(super) fn begin(model: &mut Model, at: Duration) {
    let settings = &mut model.settings;
    (settings.outside, settings.tapped, settings.latency) = (true, true, Duration::ZERO);
    // What the reader has done before stays reachable; what such a page has shown the program tells anew.
    if model.pair.is_tapped() || model.pair.all_actions().is_empty() {
        model.pair.replace(settings);
    } else {
        model.pair.begin(settings);
    }
    let attached = &mut model.attached;
    attached.beginning = model.pair.beginning();
    (attached.process, attached.awaited, attached.asks) = (None, 0, None);
    (attached.holds, attached.is_over, attached.is_full, attached.is_back) =
        ([false; 2], false, false, false);
    attached.standing = Standing::Idle;
    attached.clock.agree(at);
    forget_lines(model);
    (model.form, model.selected, model.running) = (None, None, true);
    model.acting.draft = None;
}

/// The beginnings of lines of a program that is gone.
fn forget_lines(model: &mut Model) {
    let attached = &mut model.attached;
    (attached.client, attached.stdout, attached.stderr) =
        (Gather::default(), Gather::default(), Gather::default());
}

/// Takes what the program tells of the two.
pub(super) fn heard(model: &mut Model, told: Told) {
    // The reader is in another world, and what is said in this one passes.
    if !model.pair.is_tapped() {
        return;
    }
    let at = Instant::ZERO + told.at;
    match told.what {
        What::Mode { of, held } => {
            // What has come before was written under the rule of before.
            give_up_line(model, at, of);
            model.attached.holds[of as usize] = held;
            if !held {
                hear(model, at, Incoming::Freed(of));
            }
            model.running = model.attached.holds == [false; 2];
        }
        What::Trouble(Trouble::Start, why) => model.attached.standing = Standing::Failed(why),
        What::Trouble(what, why) => model.attached.trouble = Some((what, why)),
        What::Started(pid) => {
            if model.attached.process.replace(told.process).is_some() {
                hear(model, at, Incoming::Started);
            }
            model.attached.is_over = false;
            model.attached.standing = Standing::Running(pid);
        }
        What::Exited(ended) => {
            model.attached.standing = Standing::Ended(ended);
            super::update::give_up_log(model, at);
            hear(model, at, ended.told());
        }
        // There is no room for more of what they say, and it is as if the page were not there.
        _ if model.attached.is_full || model.pair.is_full() => {}
        What::FromClient(bytes) => {
            let lines = model.attached.client.take(at, &bytes);
            pass(model, at, Side::Client, lines);
        }
        What::Stdout(bytes) => {
            let lines = model.attached.stdout.take(at, &bytes);
            pass(model, at, Side::Server, lines);
        }
        What::FromClientEnd => end(model, at, Side::Client),
        What::StdoutEnd => {
            end(model, at, Side::Server);
            model.attached.is_over = true;
        }
        What::Stderr(bytes) => super::update::hear_log(model, at, &bytes),
        What::Hello(_) => {}
    }
}

fn hear(model: &mut Model, at: Instant, what: Incoming) {
    super::update::hear(model, at, what);
}

fn pass(model: &mut Model, at: Instant, from: Side, bytes: Vec<u8>) {
    if !bytes.is_empty() {
        let held = model.attached.holds[from as usize];
        hear(model, at, Incoming::Passed { from, bytes: Some(bytes), held });
    }
}

fn end(model: &mut Model, at: Instant, from: Side) {
    give_up_line(model, at, from);
    let held = model.attached.holds[from as usize];
    hear(model, at, Incoming::Passed { from, bytes: None, held });
}

/// The beginning of a line whose end does not come.
pub(super) fn give_up_line(model: &mut Model, at: Instant, from: Side) {
    let gather = match from {
        Side::Client => &mut model.attached.client,
        Side::Server => &mut model.attached.stdout,
    };
    let rest = gather.rest();
    pass(model, at, from, rest);
}

/// The way to the program is shut: if it is still there, it lets go of all that was held.
pub(super) fn shut(model: &mut Model) {
    let at = model.pair.now();
    for side in [Side::Client, Side::Server] {
        give_up_line(model, at, side);
        hear(model, at, Incoming::Freed(side));
    }
    super::update::give_up_log(model, at);
    hear(model, at, Incoming::Lost);
    model.attached.holds = [false; 2];
    model.attached.asks = None;
}

/// Holds what comes, or lets all go that is held and everything after it.
pub(super) fn toggle(model: &mut Model) {
    if model.attached.role == Role::Tap && !model.attached.is_full {
        let holds = model.attached.holds != [false; 2];
        model.attached.asks = Some(!holds);
    }
}

/// Does that with a frame that waits here.
pub(in crate::panel) fn handle(model: &mut Model, frame: usize, what: Hand) -> Vec<Effect> {
    if !is_tap(model) {
        return Vec::new();
    }
    let before = model.pair.frames().len();
    // What waits no longer is left as it is.
    let _ = model.pair.act(Action::Hand(Handling { frame, what }));
    let mut effects = changed(model, before);
    effects.push(Effect::Focus(HELD.to_owned()));
    effects
}

/// The key of the list of what is held.
pub(in crate::panel) const HELD: &str = "held-list";

/// Whether the page may hold what the two write, and write in their names.
pub(in crate::panel) fn is_tap(model: &Model) -> bool {
    model.attached.role == Role::Tap && super::is_live(model) && model.pair.is_tapped()
}

/// The frames that wait here, oldest first.
pub(in crate::panel) fn waiting(model: &Model) -> Vec<usize> {
    let is_whole = |frame: &usize| model.pair.frames()[*frame].bytes.is_some();
    let mut all: Vec<_> =
        [Side::Client, Side::Server].into_iter().flat_map(|side| model.pair.waiting(side)).collect();
    all.retain(is_whole);
    all.sort_unstable();
    all
}

/// The next thing that a step does.
pub(super) fn next_move(model: &Model) -> Move {
    match model.pair.upcoming() {
        Some((_, Upcoming::Arrival(frame))) if is_tap(model) => Move::Deliver(frame),
        _ if super::is_live(model) => Move::Await,
        _ => Move::Absent,
    }
}

/// Lets go of what is to go before the program is told what to do with the rest.
pub(super) fn settle(model: &mut Model) {
    if !is_tap(model) {
        return;
    }
    if model.pair.is_full() && !model.attached.is_full {
        model.attached.is_full = true;
        model.attached.asks = Some(false);
    }
    if model.attached.asks == Some(false) {
        while let Move::Deliver(_) = next_move(model) {
            model.pair.step();
        }
    }
}

/// What the page asks of the program, after all that it has let go.
pub(super) fn asked(model: &mut Model) -> Option<Effect> {
    let hold = model.attached.asks.take().filter(|_| model.attached.role == Role::Tap)?;
    Some(Effect::Send(vec![super::kind::HOLD, u8::from(hold)]))
}
