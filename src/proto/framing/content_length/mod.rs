//! A header with the length before each message: the base protocol of LSP 3.17. **Not part of MCP.**

mod body;
mod cut;
mod gather;

use core::mem;

use self::body::{Body, Verdict};
use self::cut::Cut;
use self::gather::Gather;
use super::balance::Balance;
use super::header::{Fields, is_field, sound_point, unmarked};
use super::{BYTE_ORDER_MARK, Frame, FrameFault, FrameNote, Limits};

/// What may come next.
#[derive(Debug)]
enum Stage {
    /// A line that begins a header.
    Line,
    /// Lines after a header that does not say where its body ends; whether that body is yet to come.
    Lost { body_due: bool },
    /// Another line of the header, which begins at `line`.
    Header { fields: Fields, line: usize },
    /// The body after a header of so many bytes.
    Body { header: usize, notes: Vec<FrameNote>, body: Body },
    /// So many bytes that belong to a fault which was reported.
    Skip { left: u64 },
}

/// Finds messages by the length in the header before them; not part of MCP.
///
/// Lengths are in bytes. Field names may have any case and order, `Content-Type` says nothing that counts, a header
/// line may end with LF alone. The first fault of a header is the frame's.
///
/// **How it goes on after a fault.** A frame with a fault ends with the line, or with the header, that has it, so the
/// fault is known at once. A body whose length is certain but which nobody can use (too long, or a junk line in its
/// header) is skipped to the byte. Where the length is not certain, lines are skipped up to the next sound point: a
/// `Content-Length: <digits>` that ends its line, wherever in the line it begins, or a line that begins with `{`
/// (but for the first, which is the body of that header). Skipped stretches are frames with [`FrameNote::Skipped`].
/// A wrong length is put right when the evidence is conclusive: see [`FrameNote::LengthInCharacters`] and
/// [`FrameNote::LengthTooLong`].
///
/// Memory is bounded by the limits, what was fed last, and a constant.
#[derive(Debug)]
pub struct ContentLengthDecoder {
    /// The longest body.
    cap: usize,
    gather: Gather,
    stage: Stage,
    cut: Option<Cut>,
    ended: bool,
}

impl Default for ContentLengthDecoder {
    fn default() -> Self {
        Self::new(Limits::default())
    }
}

impl ContentLengthDecoder {
    /// A decoder that keeps no more than `limits`.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        let gather = Gather::new(limits.header);
        Self { cap: limits.body, gather, stage: Stage::Line, cut: None, ended: false }
    }

    /// Takes the next bytes of the stream, however they were cut.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.gather.backlog.push(bytes);
    }

    /// Tells the decoder that the stream has ended: what is left becomes frames as well.
    pub fn finish(&mut self) {
        self.ended = true;
    }

    /// Gives the bytes of a frame back that nobody needs any more. They are not used again: this is not MCP's framing.
    pub fn recycle(&mut self, bytes: Vec<u8>) {
        drop(bytes);
    }

    /// The next complete frame; `None` when more bytes are needed.
    pub fn poll_frame(&mut self) -> Option<Frame> {
        loop {
            let frame = match self.stage {
                Stage::Body { .. } => self.poll_body(),
                Stage::Skip { left } => self.poll_skip(left),
                _ if self.gather.read_line() => self.end_line(),
                _ => None,
            };
            if frame.is_some() {
                return frame;
            }
            // An empty body is complete as soon as its header is.
            let empty = matches!(&self.stage, Stage::Body { body, .. } if body.declared() == 0);
            if self.gather.backlog.rest().is_empty() && !empty {
                return if self.ended && self.is_partial() { Some(self.end_stream()) } else { None };
            }
        }
    }

    /// Whether a frame has begun and not ended, once [`poll_frame`](Self::poll_frame) has returned `None`.
    #[must_use]
    pub fn is_partial(&self) -> bool {
        !self.partial().is_empty()
    }

    /// The bytes that are kept of the frame that has begun and not ended.
    #[must_use]
    pub fn partial(&self) -> &[u8] {
        &self.gather.bytes
    }

    /// How many bytes of memory it holds.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.gather.capacity()
    }

    /// A line is complete.
    fn end_line(&mut self) -> Option<Frame> {
        let Gather { bytes, .. } = &self.gather;
        let too_long = self.gather.is_too_long();
        if let Stage::Header { fields, line } = &mut self.stage {
            if too_long {
                self.stage = Stage::Lost { body_due: true };
                return Some(self.gather.emit_line(Some(FrameFault::HeaderTooLong)));
            }
            let text = &bytes[*line..];
            if text.trim_ascii().is_empty() {
                let length = fields.end(text);
                let fields = mem::take(fields);
                return self.end_header(fields, length);
            }
            fields.take(text);
            *line = bytes.len();
            return None;
        }
        let point = sound_point(bytes);
        if let Some(at) = point.filter(|at| too_long || !unmarked(&bytes[..*at]).is_empty()) {
            let header = self.gather.bytes.split_off(at);
            let frame = self.judge_line(too_long);
            self.gather.bytes = header;
            self.begin_header();
            return Some(frame);
        }
        let field = !too_long && matches!(self.stage, Stage::Line) && is_field(bytes, false);
        if point.is_some() || field {
            self.begin_header();
            return None;
        }
        Some(self.judge_line(too_long))
    }

    fn begin_header(&mut self) {
        let bytes = &self.gather.bytes;
        let mut fields = Fields::default();
        fields.take(bytes);
        self.stage = Stage::Header { fields, line: bytes.len() };
        self.cut = None;
    }

    /// The header is complete, and its body has so many bytes, as far as that is certain.
    fn end_header(&mut self, mut fields: Fields, length: Option<u64>) -> Option<Frame> {
        let end = self.gather.bytes.len();
        let fits =
            length.and_then(|length| usize::try_from(length).ok()).filter(|length| *length <= self.cap);
        if let (None, Some(length)) = (fields.fault, fits) {
            self.stage = Stage::Body { header: end, notes: fields.notes, body: Body::new(length) };
            return None;
        }
        if let (Some(length), None) = (length, fits) {
            fields.fail(FrameFault::Oversize { length });
        }
        self.stage = length.map_or(Stage::Lost { body_due: true }, |left| Stage::Skip { left });
        let (notes, fault) = (fields.notes, fields.fault);
        Some(Frame { header: Some(0..end), body: end..end, notes, fault, ..self.gather.emit() })
    }

    /// A line that begins no header.
    fn judge_line(&mut self, too_long: bool) -> Frame {
        let text = unmarked(&self.gather.bytes);
        let message = text.starts_with(b"{");
        if text.is_empty() && !too_long {
            return Frame { notes: vec![FrameNote::Blank], ..self.gather.emit_line(None) };
        }
        if let Stage::Lost { body_due } = &mut self.stage
            && (*body_due || !message)
        {
            *body_due &= !message;
            return Frame { notes: vec![FrameNote::Skipped], ..self.gather.emit_line(None) };
        }
        self.stage = Stage::Line;
        // Of a line that is too long only the ends are here.
        let cut = self.cut.take().filter(|_| !too_long);
        let (rest, cut) = cut.map_or((None, None), |cut| cut.follow(&self.gather.bytes));
        self.cut = cut;
        let fault = match rest {
            Some(rest) => rest,
            None if message => FrameFault::NoHeader,
            None if too_long => FrameFault::HeaderTooLong,
            None => FrameFault::NoColon,
        };
        self.gather.emit_line(Some(fault))
    }

    fn poll_body(&mut self) -> Option<Frame> {
        let Stage::Body { header, notes, body } = &mut self.stage else { return None };
        let (header, end) = (*header, header.saturating_add(body.declared()));
        loop {
            match body.judge(&self.gather.bytes[header..], self.cap) {
                Verdict::More(count) => {
                    let limit =
                        if self.gather.bytes.len() < end { end } else { header.saturating_add(self.cap) };
                    if !self.gather.read(count, limit) {
                        return None;
                    }
                }
                Verdict::Done { length, note, cut } => {
                    notes.extend(note);
                    return Some(self.end_body(length, cut));
                }
            }
        }
    }

    /// The body ends after `length` bytes, and its value is so far if it goes on.
    fn end_body(&mut self, length: usize, cut: Option<Balance>) -> Frame {
        let (header, mut notes, declared) = match mem::replace(&mut self.stage, Stage::Line) {
            Stage::Body { header, notes, body } => (header, notes, body.declared()),
            _ => unreachable!("only a body ends as one"),
        };
        self.cut = cut.map(|balance| Cut::new(declared, balance));
        self.gather.unread_after(header + length);
        let mut start = header;
        if self.gather.bytes[header..].starts_with(BYTE_ORDER_MARK) {
            start += BYTE_ORDER_MARK.len();
            notes.push(FrameNote::ByteOrderMark);
        }
        Frame { header: Some(0..header), body: start..header + length, notes, ..self.gather.emit() }
    }

    fn poll_skip(&mut self, left: u64) -> Option<Frame> {
        let left = self.gather.skip(left);
        if left > 0 {
            self.stage = Stage::Skip { left };
            return None;
        }
        self.stage = Stage::Line;
        self.is_partial().then(|| self.skipped())
    }

    fn skipped(&mut self) -> Frame {
        let body = 0..self.gather.bytes.len();
        Frame { notes: vec![FrameNote::Skipped], body, ..self.gather.emit() }
    }

    /// The stream ends within a frame.
    fn end_stream(&mut self) -> Frame {
        match &self.stage {
            Stage::Skip { .. } => self.skipped(),
            Stage::Header { .. } => {
                self.stage = Stage::Line;
                self.gather.emit_line(Some(FrameFault::TruncatedHeader))
            }
            Stage::Body { header, body, .. } => {
                let present = &self.gather.bytes[*header..];
                if let Some(cut) = body.finish(present) {
                    let declared = body.declared();
                    return self.end_body(declared, cut);
                }
                let (declared, present) = (body.declared() as u64, present.len());
                let fault = FrameFault::TruncatedBody { declared, present: present as u64 };
                Frame { fault: Some(fault), ..self.end_body(present, None) }
            }
            Stage::Line | Stage::Lost { .. } => {
                let too_long = self.gather.is_too_long();
                let in_order = matches!(self.stage, Stage::Line);
                if in_order && !too_long && is_field(&self.gather.bytes, true) {
                    return self.gather.emit_line(Some(FrameFault::TruncatedHeader));
                }
                let mut frame = self.judge_line(too_long);
                frame.notes.push(FrameNote::Unterminated);
                frame
            }
        }
    }
}
