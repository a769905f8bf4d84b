//! How a recording changes.

use super::super::http::Shelf;
use super::{Asked, Recording, RecordingMsg, Shape, Sheaf, Source, Stage, Window, play};
use crate::desk::{Ask, Page, Reply};
use crate::panel::{Body, Effect};
use crate::trace::text::Language;
use crate::trace::wire;

/// How many exchanges are shown at once.
pub(in crate::panel) const PAGE: usize = 25;

/// The key of a row in the list.
pub(in crate::panel) fn row_key(row: usize) -> String {
    format!("row-{row}")
}

/// Lets `msg` happen to `recording`.
pub(in crate::panel) fn update(
    recording: &mut Recording,
    language: Language,
    msg: RecordingMsg,
) -> Vec<Effect> {
    // Whoever looks at something wants to look at it.
    let mut effects = match msg {
        RecordingMsg::SelectRow(_) | RecordingMsg::SelectFinding(_) if recording.playing => {
            play::pause(recording)
        }
        _ => Vec::new(),
    };
    effects.extend(turn(recording, language, msg));
    effects
}

fn turn(recording: &mut Recording, language: Language, msg: RecordingMsg) -> Vec<Effect> {
    match msg {
        RecordingMsg::Draft(text) => recording.draft = text,
        RecordingMsg::OpenDraft if recording.draft.trim().is_empty() => {}
        RecordingMsg::OpenDraft => {
            let text = core::mem::take(&mut recording.draft);
            return begin(recording, language, Source::Pasted(text));
        }
        RecordingMsg::OpenFile { name, size } => {
            return begin(recording, language, Source::File { name, size });
        }
        RecordingMsg::OpenWorld(text) => return begin(recording, language, Source::World(text)),
        RecordingMsg::Draw(shape) => {
            recording.window.shape = shape;
            if shape == Shape::Exchanges {
                let row = recording.selected;
                return vec![ask_exchanges(recording, language, 0, row)];
            }
            return resume(recording, language);
        }
        RecordingMsg::Turn(from) => return vec![ask_exchanges(recording, language, from, None)],
        RecordingMsg::Unfold(number) => {
            if !recording.unfolded.remove(&number) {
                recording.unfolded.insert(number);
            }
        }
        RecordingMsg::TogglePlay => return play::toggle(recording, language),
        RecordingMsg::Pace(pace) => return play::set_pace(recording, pace),
        RecordingMsg::OpenExample(example) => return begin(recording, language, Source::Example(example)),
        RecordingMsg::ReadAs(format) => {
            recording.format = format;
            return open(recording, language);
        }
        RecordingMsg::JudgeBy(protocol) => {
            recording.protocol = protocol;
            return open(recording, language);
        }
        RecordingMsg::Close => {
            close(recording);
            // A recording may be large, and the memory that a module once had it keeps as long as it is there.
            return vec![Effect::Dismiss];
        }
        RecordingMsg::Scroll(top, height) => {
            recording.window.scroll(top, height);
            return fetch(recording, language);
        }
        RecordingMsg::SelectRow(row) => {
            recording.finding = None;
            return select(recording, language, row);
        }
        RecordingMsg::SelectFinding(at) => return select_finding(recording, language, at),
        RecordingMsg::ToggleRedact => recording.redact = !recording.redact,
        RecordingMsg::Export(target) => {
            let redact = recording.redact;
            recording.exported = None;
            let (number, effect) = ask(&mut recording.asked, language, Ask::Export { target, redact }, None);
            recording.asked.export = Some(number);
            return vec![effect];
        }
    }
    Vec::new()
}

/// Takes the reply to question `number`.
pub(in crate::panel) fn judged(
    recording: &mut Recording,
    language: Language,
    number: u32,
    reply: Reply,
) -> Vec<Effect> {
    let is = |asked: &mut Option<u32>| asked.take_if(|asked| *asked == number).is_some();
    let asked = &mut recording.asked;
    let known = [
        is(&mut asked.summary),
        is(&mut asked.rows),
        is(&mut asked.sheet),
        is(&mut asked.export),
        is(&mut asked.exchanges),
    ];
    if !known.contains(&true) {
        return Vec::new();
    }
    match reply {
        Reply::Summary(summary) => {
            let is_new = !matches!(recording.stage, Stage::Open(_));
            let has_findings = summary.found.as_ref().is_some_and(|found| !found.is_empty());
            // What went over HTTP is shown as it went: whoever wants the list has a button for it.
            if is_new && summary.exchanges.is_some() {
                recording.window.shape = Shape::Exchanges;
            }
            recording.stage = Stage::Open(summary);
            if is_new && has_findings {
                return select_finding(recording, language, 0);
            }
            if is_new && recording.total() > 0 {
                return select(recording, language, 0);
            }
            fetch(recording, language)
        }
        Reply::Rows { from, rows } => {
            recording.window.take(from, rows);
            // The reader may have gone on while these were on their way.
            fetch(recording, language)
        }
        Reply::Sheet(sheet) => {
            recording.sheet = Some(sheet);
            Vec::new()
        }
        Reply::Exchanges(page) => {
            recording.sheaf = Some(Box::new(sheaf(&page)));
            let row = recording.selected;
            let card = row.and_then(|row| recording.sheaf.as_ref()?.card(row));
            card.map(|row| Effect::Reveal(card_key(row))).into_iter().collect()
        }
        Reply::Exported { name } => {
            recording.exported = Some(name);
            Vec::new()
        }
        Reply::Failed(why) => {
            fail(recording, why);
            Vec::new()
        }
        Reply::Nothing => {
            fail(recording, String::new());
            Vec::new()
        }
        Reply::Rules(_) | Reply::Checked(_) | Reply::Watched(_) => Vec::new(),
    }
}

/// Takes how much of the reply to question `number` is there.
pub(in crate::panel) fn judging(recording: &mut Recording, number: u32, percent: u32) {
    if recording.asked.summary == Some(number)
        && let Stage::Opening(done) = &mut recording.stage
    {
        *done = percent.min(100);
    }
}

/// Comes back to the list, which begins at its top when it is shown anew: to the selected row, if there is one.
pub(in crate::panel) fn resume(recording: &mut Recording, language: Language) -> Vec<Effect> {
    match recording.selected {
        Some(row) => {
            recording.window.go_to(row);
            recording.window.reveal(row);
        }
        None => recording.window.go_to(0),
    }
    fetch(recording, language)
}

/// Asks for the same words in another language.
pub(in crate::panel) fn speak(recording: &mut Recording, language: Language) -> Vec<Effect> {
    if recording.summary().is_none() {
        return Vec::new();
    }
    let (number, summary) = ask(&mut recording.asked, language, Ask::Summary, None);
    recording.asked.summary = Some(number);
    let sheet = recording.selected.map(|row| ask_sheet(recording, language, row));
    [summary].into_iter().chain(sheet).collect()
}

fn ask(asked: &mut Asked, language: Language, ask: Ask, body: Option<Body>) -> (u32, Effect) {
    let number = asked.next;
    asked.next = number.wrapping_add(1);
    (number, Effect::Judge { number, ask, language, body })
}

fn begin(recording: &mut Recording, language: Language, source: Source) -> Vec<Effect> {
    recording.source = Some(source);
    (recording.format, recording.protocol) = (None, None);
    open(recording, language)
}

fn open(recording: &mut Recording, language: Language) -> Vec<Effect> {
    let (name, body, example) = match &recording.source {
        Some(Source::Pasted(text)) => ("pasted.txt".to_owned(), Some(Body::Text(text.clone())), None),
        Some(Source::World(text)) => ("session.wire.jsonl".to_owned(), Some(Body::Text(text.clone())), None),
        Some(Source::File { name, .. }) => (name.clone(), Some(Body::File), None),
        Some(Source::Example(example)) => (format!("{}.txt", example.name()), None, Some(*example)),
        None => return Vec::new(),
    };
    clear(recording);
    recording.stage = Stage::Opening(0);
    let (format, protocol) = (recording.format.clone(), recording.protocol.clone());
    let open = Ask::Open { name, format, protocol, example };
    let (number, effect) = ask(&mut recording.asked, language, open, body);
    recording.asked.summary = Some(number);
    vec![effect]
}

/// Forgets what was shown, and waits for nothing.
fn clear(recording: &mut Recording) {
    // What comes next need not have gone over HTTP.
    let shape =
        if recording.window.shape == Shape::Exchanges { Shape::Picture } else { recording.window.shape };
    recording.window = Window::of(shape);
    recording.playing = false;
    recording.sheaf = None;
    recording.unfolded.clear();
    (recording.selected, recording.finding, recording.sheet, recording.exported) = (None, None, None, None);
    recording.asked = Asked { next: recording.asked.next, ..Asked::default() };
}

fn close(recording: &mut Recording) {
    clear(recording);
    recording.stage = Stage::Empty;
    // What was pasted is the reader's: it can be corrected and opened again.
    if let Some(Source::Pasted(text)) = recording.source.take() {
        recording.draft = text;
    }
}

fn fail(recording: &mut Recording, why: String) {
    clear(recording);
    recording.stage = Stage::Failed(why);
}

fn select_finding(recording: &mut Recording, language: Language, at: usize) -> Vec<Effect> {
    let found = recording.summary().and_then(|summary| summary.found.as_ref()?.get(at));
    let Some(row) = found.map(|found| found.row) else { return Vec::new() };
    recording.finding = Some(at);
    match row.and_then(|row| usize::try_from(row).ok()) {
        Some(row) => select(recording, language, row),
        None => Vec::new(),
    }
}

pub(super) fn select(recording: &mut Recording, language: Language, row: usize) -> Vec<Effect> {
    if row >= recording.total() {
        return Vec::new();
    }
    recording.selected = Some(row);
    recording.window.go_to(row);
    recording.window.reveal(row);
    let sheet = ask_sheet(recording, language, row);
    let mut effects = fetch(recording, language);
    effects.push(sheet);
    if recording.window.shape == Shape::Exchanges {
        effects.push(card(recording, language, row));
    }
    effects
}

/// The key of the row of a leg.
pub(in crate::panel) fn card_key(row: usize) -> String {
    format!("card-{row}")
}

/// Brings the leg that has `row` into view, or asks for the exchange that it is of.
fn card(recording: &mut Recording, language: Language, row: usize) -> Effect {
    match recording.sheaf.as_ref().and_then(|sheaf| sheaf.card(row)) {
        Some(card) => Effect::Reveal(card_key(card)),
        None => ask_exchanges(recording, language, 0, Some(row)),
    }
}

fn ask_exchanges(recording: &mut Recording, language: Language, from: usize, row: Option<usize>) -> Effect {
    let wanted = Ask::Exchanges { from, count: PAGE, row };
    let (number, effect) = ask(&mut recording.asked, language, wanted, None);
    recording.asked.exchanges = Some(number);
    effect
}

fn sheaf(page: &Page) -> Sheaf {
    let number = |number: i64| usize::try_from(number).ok();
    let (trace, _) = wire::read(page.text.as_bytes());
    let mut shelf = Shelf::default();
    shelf.read(&trace.entries);
    Sheaf {
        from: number(page.from).unwrap_or(0),
        total: number(page.total).unwrap_or(0),
        entries: trace.entries,
        shelf,
        rows: page.rows.iter().map(|row| number(*row)).collect(),
    }
}

fn ask_sheet(recording: &mut Recording, language: Language, row: usize) -> Effect {
    let (number, effect) = ask(&mut recording.asked, language, Ask::Sheet { row }, None);
    recording.asked.sheet = Some(number);
    effect
}

/// Asks for rows that are missing near the screen, and brings into view what is to be seen once it is there.
fn fetch(recording: &mut Recording, language: Language) -> Vec<Effect> {
    let shown = recording.window.revealed().map(|row| Effect::Show(row_key(row)));
    let mut effects: Vec<_> = shown.into_iter().collect();
    if recording.asked.rows.is_none()
        && let Some((from, count)) = recording.window.missing(recording.total())
    {
        let (number, effect) = ask(&mut recording.asked, language, Ask::Rows { from, count }, None);
        recording.asked.rows = Some(number);
        effects.push(effect);
    }
    effects
}
