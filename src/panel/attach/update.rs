//! What happens to the way to the process, and what the program tells.

use super::{AttachMsg, Ended, Gather, HELD, Role, Standing, Told, Trouble, What, read, tap, write};
use crate::panel::fault::act;
use crate::panel::update::reveal;
use crate::panel::{Effect, Model};
use crate::proto::framing::Framing;
use crate::proto::session::Side;
use crate::proto::time::Instant;
use crate::sim::{Action, Heard, Incoming, Life, Outgoing, Parting, Upkeep};

/// Lets `msg` happen.
pub(in crate::panel) fn update(model: &mut Model, msg: AttachMsg) -> Vec<Effect> {
    match msg {
        AttachMsg::Begin => begin(model),
        AttachMsg::Clock(page) => {
            let before = model.pair.log().len();
            model.attached.clock.tick(page);
            pass(model);
            noticed(model, before)
        }
        AttachMsg::Heard { clock, message } => {
            let before = model.pair.log().len();
            model.attached.clock.tick(clock);
            match read(&message) {
                Some(told) => heard(model, told),
                None => model.attached.is_garbled = true,
            }
            noticed(model, before)
        }
        AttachMsg::Shut { number } => {
            let before = model.pair.log().len();
            shut(model, number);
            noticed(model, before)
        }
        AttachMsg::Connect => {
            model.attached.standing = Standing::Connecting;
            vec![Effect::Connect]
        }
        AttachMsg::Hand(frame, what) => tap::handle(model, frame, what),
        AttachMsg::ToHeld => vec![Effect::Reveal(HELD.to_owned()), Effect::Focus(HELD.to_owned())],
        AttachMsg::Edit(frame) => crate::panel::act::edit(model, frame),
        // The program tells it all once more.
        AttachMsg::Start if model.attached.role != Role::Client => {
            model.attached.standing = Standing::Connecting;
            vec![Effect::Connect]
        }
        AttachMsg::End(_) if model.attached.role != Role::Client => Vec::new(),
        AttachMsg::Start if model.attached.standing == Standing::Left => {
            outside(model);
            Vec::new()
        }
        AttachMsg::Start => act(model, Action::Upkeep(Upkeep::Again)),
        // For the world it is gone already, and yet it is there.
        AttachMsg::End(parting) if model.pair.life() == Life::Ended => {
            sent(&Outgoing::Part(parting)).collect()
        }
        AttachMsg::End(parting) => act(model, Action::Upkeep(Upkeep::End(parting))),
    }
}

/// The page was opened for a process. What it has of one before, it keeps.
fn begin(model: &mut Model) -> Vec<Effect> {
    model.attached.standing = Standing::Connecting;
    if model.pair.all_actions().is_empty() && !model.pair.is_outside() {
        outside(model);
    }
    model.attached.beginning = model.pair.beginning();
    Vec::new()
}

/// A new world, whose server is outside.
fn outside(model: &mut Model) {
    model.settings.outside = true;
    // A frame is on its way for as long as the reader holds it.
    model.settings.latency = core::time::Duration::ZERO;
    model.pair.begin(&model.settings);
    model.form = None;
    model.selected = None;
}

/// What `outgoing` is on the way to the program.
pub(super) fn sent(outgoing: &Outgoing) -> impl Iterator<Item = Effect> {
    write(outgoing).into_iter().map(Effect::Send)
}

/// Lets the world be as late as it is.
fn pass(model: &mut Model) {
    if super::is_live(model) {
        let now = model.attached.clock.now();
        model.pair.pass(now);
    }
}

/// Follows what has happened by itself; the frame that the reader looks at stays.
fn noticed(model: &mut Model, log_before: usize) -> Vec<Effect> {
    if model.pair.log().len() == log_before {
        return Vec::new();
    }
    model.refresh_form();
    if model.selected.is_none() { reveal(model) } else { Vec::new() }
}

fn heard(model: &mut Model, told: Told) {
    model.attached.clock.compare(told.at);
    if let What::Hello(hello) = told.what {
        model.attached.role = Role::of(&hello);
        model.attached.hello = Some(hello);
        return if model.attached.role == Role::Client { met(model) } else { tap::begin(model, told.at) };
    }
    if model.attached.role != Role::Client {
        return tap::heard(model, told);
    }
    let at = model.attached.clock.of(told.at);
    match told.what {
        What::Started(_) | What::Trouble(Trouble::Start, _) if model.attached.awaited > 1 => {
            model.attached.awaited -= 1;
        }
        What::Started(pid) if model.attached.awaited == 1 => {
            let attached = &mut model.attached;
            (attached.awaited, attached.is_over) = (0, false);
            attached.process = Some(told.process);
            attached.standing = Standing::Running(pid);
        }
        What::Trouble(Trouble::Start, why) if model.attached.awaited == 1 => {
            model.attached.awaited = 0;
            model.attached.standing = Standing::Failed(why);
            hear(model, at, Incoming::Lost);
        }
        What::Trouble(what, why) => model.attached.trouble = Some((what, why)),
        // Of a process that was here before.
        _ if model.attached.process != Some(told.process) || model.pair.is_full() => {}
        What::Stdout(bytes) => {
            let lines = match model.settings.framings.of(Side::Server) {
                Framing::Ndjson => model.attached.stdout.take(at, &bytes),
                Framing::ContentLength => bytes,
            };
            hear_bytes(model, at, lines, Incoming::Stdout);
        }
        What::StdoutEnd => {
            let rest = model.attached.stdout.rest();
            hear_bytes(model, at, rest, Incoming::Stdout);
            hear(model, at, Incoming::End);
            model.attached.is_over = true;
            // It had ended before, and something that it has started had its output.
            if let Standing::Ended(ended) = model.attached.standing {
                exited(model, at, ended);
            }
        }
        What::Stderr(bytes) => hear_log(model, at, &bytes),
        What::Exited(ended) => {
            model.attached.standing = Standing::Ended(ended);
            give_up_log(model, at);
            if model.attached.is_over {
                exited(model, at, ended);
            }
        }
        What::Hello(_) | What::Started(_) | What::FromClient(_) | What::FromClientEnd | What::Mode { .. } => {
        }
    }
}

/// The program is there. A world that has just begun begins with a process; another one waits for its reader.
fn met(model: &mut Model) {
    (model.attached.process, model.attached.awaited) = (None, 0);
    model.pair.seek(usize::MAX);
    // It was said to the process of before.
    model.pair.take_outgoing();
    model.attached.clock.begin(model.pair.now());
    if !model.pair.is_outside() {
        model.attached.standing = Standing::Left;
    } else if model.pair.actions().is_empty() {
        model.attached.standing = Standing::Starting;
    } else {
        model.attached.standing = Standing::Idle;
        model.attached.is_back = true;
        lose(model);
    }
    pass(model);
}

fn exited(model: &mut Model, at: Instant, ended: Ended) {
    hear(model, at, ended.told());
}

/// Nobody hears of the process any more.
pub(super) fn lose(model: &mut Model) {
    if model.pair.is_outside() && model.pair.life() != Life::Ended && !model.pair.actions().is_empty() {
        let at = model.pair.now();
        hear(model, at, Incoming::Lost);
    }
}

fn shut(model: &mut Model, number: u32) {
    let was_open = !matches!(model.attached.standing, Standing::Connecting | Standing::Refused(_));
    model.attached.standing =
        if was_open { Standing::Gone((number > 0).then_some(number)) } else { Standing::Refused(number) };
    (model.attached.process, model.attached.awaited) = (None, 0);
    model.attached.clock.unlearn();
    model.running = false;
    if was_open && model.pair.is_tapped() {
        tap::shut(model);
    } else if was_open {
        let at = model.pair.now();
        give_up_lines(model, at);
        lose(model);
    }
}

/// The beginnings of lines whose ends do not come.
fn give_up_lines(model: &mut Model, at: Instant) {
    let rest = model.attached.stdout.rest();
    hear_bytes(model, at, rest, Incoming::Stdout);
    give_up_log(model, at);
}

/// The beginnings of lines that have waited long enough for their ends.
pub(super) fn give_up_late_lines(model: &mut Model) {
    let now = model.attached.clock.now();
    let is_late = |gather: &Gather| gather.due().is_some_and(|due| due <= now);
    if model.pair.is_tapped() {
        for side in [Side::Client, Side::Server] {
            let gather = if side == Side::Client { &model.attached.client } else { &model.attached.stdout };
            if is_late(gather) {
                tap::give_up_line(model, now, side);
            }
        }
    } else if is_late(&model.attached.stdout) {
        let rest = model.attached.stdout.rest();
        hear_bytes(model, now, rest, Incoming::Stdout);
    }
    if is_late(&model.attached.stderr) {
        give_up_log(model, now);
    }
}

/// The process has written this to its standard error.
pub(super) fn hear_log(model: &mut Model, at: Instant, bytes: &[u8]) {
    let lines = model.attached.stderr.take(at, bytes);
    hear_lines(model, at, &lines);
}

/// The beginning of a line of its standard error whose end does not come.
pub(super) fn give_up_log(model: &mut Model, at: Instant) {
    let rest = model.attached.stderr.rest();
    hear_lines(model, at, &rest);
}

fn hear_lines(model: &mut Model, at: Instant, bytes: &[u8]) {
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        hear(model, at, Incoming::Stderr(line.to_vec()));
    }
}

fn hear_bytes(model: &mut Model, at: Instant, bytes: Vec<u8>, what: fn(Vec<u8>) -> Incoming) {
    if !bytes.is_empty() {
        hear(model, at, what(bytes));
    }
}

pub(super) fn hear(model: &mut Model, at: Instant, what: Incoming) {
    let at = at.saturating_since(Instant::ZERO);
    // Nothing that is heard is refused.
    let _ = model.pair.act(Action::Heard(Heard { at, what }));
}

/// The page is full: what the process goes on to say would be lost.
pub(super) fn stop_flood(model: &mut Model) -> Vec<Effect> {
    model.attached.is_full = true;
    sent(&Outgoing::Part(Parting::Close)).collect()
}
