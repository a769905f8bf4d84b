//! From the frames of a lane to messages, or to findings about what is none.

use super::super::broken::{self, Verdict};
use super::super::finding::{Finding, Said};
use super::super::talk::{Broken, Place, Spot, index};
use super::Judge;
use crate::proto::framing::{Detected, Frame, FrameNote};
use crate::proto::json::JsonFaultKind;
use crate::proto::jsonrpc::{
    ErrorCode, Malformed, MalformedKind, Message, decode, decode_batch, decode_text,
};
use crate::proto::mcp::Version;
use crate::proto::session::Side;
use crate::trace::Lane;

/// How much of a broken line is kept to see what was lost with it.
const KEPT: usize = 64 << 10;

/// A batch of more elements is not read: an array of numbers costs many times its length.
const ELEMENTS: usize = 1 << 16;

impl Judge {
    /// Judges every frame that is complete.
    pub(super) fn drain(&mut self, side: Side) {
        while let Some(frame) = self.lanes[index(side)].poll_frame() {
            let place = Place {
                frame: self.frames,
                lane: Lane::from_sender(side),
                in_lane: self.lanes[index(side)].frames,
                offset: frame.offset,
            };
            self.lanes[index(side)].last = Some(Spot { place, range: frame.body.clone() });
            self.frames += 1;
            self.lanes[index(side)].frames += 1;
            self.frame(side, place, &frame);
        }
    }

    /// Lets go of findings that no later line can explain any more.
    pub(super) fn release(&mut self, side: Side) {
        for held in core::mem::take(&mut self.lanes[index(side)].held) {
            if !held.is_lost {
                self.talk.lose(side, &held.text, held.id);
            }
            self.ready.push_back(held.finding);
        }
    }

    /// Takes note of what was lost in lines that still wait for others, because it may be answered all the same.
    pub(super) fn look_ahead(&mut self, side: Side) {
        let held = &mut self.lanes[index(side)].held;
        let waiting = held.iter_mut().filter(|held| !held.is_lost);
        let whole: String = waiting
            .map(|held| {
                held.is_lost = true;
                held.text.as_str()
            })
            .collect();
        if !whole.is_empty() {
            self.talk.lose(side, &whole, None);
        }
    }

    fn frame(&mut self, side: Side, place: Place, frame: &Frame) {
        self.notes(side, place, frame);
        if frame.is_idle() {
            self.lanes[index(side)].detector.observe(frame, false);
            self.detected(side, place, frame);
            return;
        }
        let is_header_line = frame.has(FrameNote::ContentLengthHeader);
        if is_header_line || frame.header.is_some() {
            self.headers(side, place, frame);
        }
        if let Some(message_end) = is_header_line.then(|| header_at(frame.body())).flatten() {
            // What stands before a header that is glued to it is a message of its own.
            let Ok(text) = core::str::from_utf8(&frame.body()[..message_end]) else { return };
            match decode_text(text) {
                Ok(message) => self.read(side, place, frame, text, message),
                // A reader of lines may say that this one is no message.
                Err(_) => self.talk.broken[index(side)].push(Broken {
                    code: ErrorCode::PARSE_ERROR,
                    id: None,
                    frame: place.frame,
                    is_batch: false,
                    is_empty_batch: false,
                }),
            }
            return;
        }
        let fault = frame.fault.map(Malformed::from);
        let text = core::str::from_utf8(frame.body());
        let verdict = fault.map_or_else(|| text.map_or_else(|_| decode(frame.body()), decode_text), Err);
        let is_message = verdict.is_ok();
        self.lanes[index(side)].detector.observe(frame, is_message);
        match verdict {
            Ok(message) => {
                self.release(side);
                self.detected(side, place, frame);
                self.read(side, place, frame, text.unwrap_or_default(), message);
            }
            Err(Malformed { kind: MalformedKind::Batch { empty: false }, .. }) => {
                self.release(side);
                self.batch(side, place, frame);
            }
            Err(malformed) => self.malformed(side, place, frame, &malformed),
        }
    }

    fn read(&mut self, side: Side, place: Place, frame: &Frame, text: &str, message: Message) {
        self.message(side, place, text, frame.body.start, text, &message, false);
        if frame.has(FrameNote::Unterminated) {
            // Nobody reads a line before it ends.
            self.talk.lose(side, text, None);
            if let Message::Request(request) = &message {
                self.talk.open.remove(&(side, request.id.clone()));
            }
        }
    }

    fn notes(&mut self, side: Side, place: Place, frame: &Frame) {
        let body = frame.body();
        for note in &frame.notes {
            let (rule, range) = match note {
                FrameNote::CarriageReturn => ("FR-07", frame.body.end..frame.body.end + 1),
                FrameNote::Blank => ("FR-08", 0..frame.bytes.len()),
                FrameNote::ByteOrderMark => ("FR-09", 0..frame.body.start),
                FrameNote::Unterminated if !frame.has(FrameNote::Blank) => ("FR-02", 0..frame.bytes.len()),
                _ => continue,
            };
            if rule == "FR-02" || self.talk.told.insert((side, rule)) {
                let seen = Said::Wire(String::from_utf8_lossy(body).into_owned());
                self.say_at(rule, side, place, range, Said::Nothing, seen);
            }
        }
        if let Some((at, separator, name)) = line_separator(body)
            && self.talk.told.insert((side, "FR-10"))
        {
            let at = frame.body.start + at;
            self.say_at("FR-10", side, place, at..at + separator.len(), Said::Nothing, name.into());
        }
    }

    /// Says once that a lane is framed as LSP is.
    fn headers(&mut self, side: Side, place: Place, frame: &Frame) {
        if !self.talk.told.insert((side, "FR-06")) {
            return;
        }
        let range = frame.header.clone().unwrap_or_else(|| frame.body.clone());
        let seen = String::from_utf8_lossy(&frame.bytes[range.clone()]).trim().to_owned();
        self.say_at(
            broken::no_message(side),
            side,
            place,
            range.clone(),
            Said::Nothing,
            seen.as_str().into(),
        );
        self.say_at("FR-06", side, place, range, Said::Nothing, seen.into());
    }

    fn malformed(&mut self, side: Side, place: Place, frame: &Frame, malformed: &Malformed) {
        let verdict = broken::verdict(frame, &frame.body, malformed, side, self.talk.version);
        let is_empty_batch = malformed.kind == (MalformedKind::Batch { empty: true });
        self.talk.last_note[index(side)] = None;
        self.talk.broken[index(side)].push(Broken {
            code: malformed.kind.code(),
            id: malformed.id.clone(),
            frame: place.frame,
            is_batch: is_empty_batch,
            is_empty_batch,
        });
        let is_json = !matches!(malformed.kind, MalformedKind::Json(_) | MalformedKind::InvalidUtf8);
        // What ends before its line does is told as that.
        let is_cut = frame.has(FrameNote::Unterminated) && !is_json;
        let finding = if is_cut { None } else { self.finding(verdict, side, place) };
        let text = String::from_utf8_lossy(&frame.body()[..frame.body().len().min(KEPT)]).into_owned();
        let is_open = matches!(&malformed.kind, MalformedKind::Json(fault) if fault.kind == JsonFaultKind::UnexpectedEnd);
        let may_go_on = is_open && frame.body().trim_ascii_start().starts_with(b"{") && !is_cut;
        let lane = &mut self.lanes[index(side)];
        match finding {
            Some(mut finding) => {
                if matches!(malformed.kind, MalformedKind::DuplicateKey(_)) {
                    finding.level = super::super::book::Level::Warning;
                }
                if finding.rule.as_str() == "FR-06" {
                    finding.level = super::super::book::Level::Error;
                }
                let goes_on = !lane.held.is_empty() && !is_json;
                if !may_go_on && !goes_on || lane.is_full() {
                    self.release(side);
                }
                self.lanes[index(side)].hold(finding, frame, text, malformed.id.clone());
                let waits = may_go_on || goes_on;
                self.detected(side, place, frame);
                if !waits {
                    self.release(side);
                }
            }
            None => {
                self.release(side);
                self.detected(side, place, frame);
                self.talk.lose(side, &text, malformed.id.clone());
            }
        }
    }

    /// Lets what several frames say together take the place of what each of them says.
    fn detected(&mut self, side: Side, place: Place, frame: &Frame) {
        while let Some(detected) = self.lanes[index(side)].detector.poll() {
            match detected {
                Detected::PrettyPrinted { range, .. } => {
                    let held = core::mem::take(&mut self.lanes[index(side)].held);
                    let (parts, others): (Vec<_>, Vec<_>) = held
                        .into_iter()
                        .partition(|held| range.start <= held.range.start && held.range.end <= range.end);
                    self.lanes[index(side)].held = others;
                    self.release(side);
                    let Some(first) = parts.first() else { continue };
                    let whole: String = parts.iter().map(|held| held.text.as_str()).collect();
                    let mut finding = first.finding.clone();
                    finding.rule = detected_rule("FR-01");
                    finding.level = super::super::book::Level::Error;
                    finding.related = Some(place.frame);
                    (finding.expected, finding.seen) = (Said::Nothing, Said::Count(parts.len() as u64));
                    self.talk.lose(side, &whole, None);
                    self.ready.push_back(finding);
                }
                Detected::GluedPrefix { at } => {
                    let at = usize::try_from(at.saturating_sub(frame.offset)).unwrap_or_default();
                    if let Some(held) = self.lanes[index(side)].held.last_mut() {
                        held.finding.range = frame.body.start..at.clamp(frame.body.start, frame.bytes.len());
                    }
                }
                Detected::TwoValues { column, .. } if self.talk.version != Version::V2025_03_26 => {
                    if let Some(held) = self.lanes[index(side)].held.last_mut() {
                        held.finding.rule = detected_rule("FR-12");
                        let range = (frame.body.start + column).min(frame.body.end)..frame.body.end;
                        let second = String::from_utf8_lossy(&frame.bytes[range.clone()]).into_owned();
                        (held.finding.range, held.finding.seen) = (range, Said::Wire(second).shortened());
                    }
                }
                Detected::TwoValues { .. }
                | Detected::ContentLengthOnNewlineWire { .. }
                | Detected::NewlineOnContentLengthWire { .. } => {}
            }
        }
    }

    fn batch(&mut self, side: Side, place: Place, frame: &Frame) {
        let Ok(batch) = decode_batch(frame.body(), ELEMENTS) else {
            return self.talk.lose_batch(side);
        };
        let Ok(text) = core::str::from_utf8(frame.body()) else { return };
        let has_batches = self.talk.version == Version::V2025_03_26
            || text.contains("\"initialize\"") && text.contains("\"2025-03-26\"");
        if !has_batches {
            self.say_at("BA-03", side, place, frame.body.clone(), Said::Nothing, text.into());
            for item in &batch.items {
                self.talk.lose(side, &text[item.range.clone()], None);
            }
            self.talk.last_note[index(side)] = None;
            let code = ErrorCode::INVALID_REQUEST;
            let broken = Broken { code, id: None, frame: place.frame, is_batch: true, is_empty_batch: false };
            self.talk.broken[index(side)].push(broken);
            return;
        }
        for item in batch.items {
            let element = &text[item.range.clone()];
            match item.verdict {
                Ok(message) => self.message(side, place, text, frame.body.start, element, &message, true),
                Err(mut malformed) => {
                    malformed.at = malformed.at.saturating_sub(item.range.start);
                    let own = frame.body.start + item.range.start..frame.body.start + item.range.end;
                    let verdict = broken::verdict(frame, &own, &malformed, side, Version::V2025_03_26);
                    let was = core::mem::replace(&mut self.talk.version, Version::V2025_03_26);
                    let finding = self.finding(verdict, side, place);
                    self.talk.version = was;
                    self.ready.extend(finding);
                    self.talk.lose(side, element, malformed.id);
                }
            }
        }
    }

    fn finding(&mut self, verdict: Verdict, side: Side, place: Place) -> Option<Finding> {
        let Verdict { rule, range, expected, seen } = verdict;
        let before = self.ready.len();
        self.say_at(rule, side, place, range, expected, seen);
        if self.ready.len() > before { self.ready.pop_back() } else { None }
    }

    fn say_at(
        &mut self,
        rule: &'static str,
        side: Side,
        place: Place,
        range: core::ops::Range<usize>,
        expected: Said,
        seen: Said,
    ) {
        self.say(rule, &Spot { place, range }, self.talk.version, side, expected, seen);
    }
}

const fn detected_rule(rule: &'static str) -> crate::proto::rule::RuleId {
    crate::proto::rule::RuleId::new(rule)
}

/// The first character that other programs take for the end of a line: where it is, its bytes and its name.
fn line_separator(body: &[u8]) -> Option<(usize, &'static str, &'static str)> {
    const SEPARATORS: [(&str, &str); 3] =
        [("\u{2028}", "U+2028"), ("\u{2029}", "U+2029"), ("\u{85}", "U+0085")];
    // They begin with one of two bytes, and in bytes that are no text nothing begins with them.
    let mut starts = memchr::memchr2_iter(0xE2, 0xC2, body);
    let found = starts.find_map(|at| {
        let is_it = |(separator, _): &&(&str, &str)| body[at..].starts_with(separator.as_bytes());
        SEPARATORS.iter().find(is_it).map(|(separator, name)| (at, *separator, *name))
    });
    found.filter(|_| core::str::from_utf8(body).is_ok())
}

/// Where a header begins that is glued to the end of a message.
fn header_at(body: &[u8]) -> Option<usize> {
    let name = b"content-length:";
    body.windows(name.len()).position(|window| window.eq_ignore_ascii_case(name))
}
