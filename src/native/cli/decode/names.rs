//! The names of notes, faults and detections for programs: they never change.

use crate::proto::framing::{Detected, FrameFault, FrameNote};
use crate::proto::json::JsonFaultKind;
use crate::proto::jsonrpc::MalformedKind;

pub(super) const fn note(note: FrameNote) -> &'static str {
    match note {
        FrameNote::Blank => "blank",
        FrameNote::CarriageReturn => "carriage-return",
        FrameNote::ByteOrderMark => "byte-order-mark",
        FrameNote::Unterminated => "unterminated",
        FrameNote::ContentLengthHeader => "content-length-header",
        FrameNote::BareLineFeed => "bare-line-feed",
        FrameNote::RepeatedLength => "repeated-length",
        FrameNote::UnknownField => "unknown-field",
        FrameNote::LengthInCharacters { .. } => "length-in-characters",
        FrameNote::LengthTooLong { .. } => "length-too-long",
        FrameNote::Skipped => "skipped",
    }
}

pub(super) const fn detected(detected: &Detected) -> &'static str {
    match detected {
        Detected::ContentLengthOnNewlineWire { .. } => "content-length-on-newline-wire",
        Detected::NewlineOnContentLengthWire { .. } => "newline-on-content-length-wire",
        Detected::PrettyPrinted { .. } => "pretty-printed",
        Detected::GluedPrefix { .. } => "glued-prefix",
        Detected::TwoValues { .. } => "two-values",
    }
}

pub(super) const fn fault(kind: &MalformedKind) -> &'static str {
    match kind {
        MalformedKind::InvalidUtf8 => "invalid-utf8",
        MalformedKind::Json(fault) => json(fault.kind),
        MalformedKind::Frame(fault) => frame(*fault),
        MalformedKind::NotAnObject => "not-an-object",
        MalformedKind::Batch { empty: true } => "empty-batch",
        MalformedKind::Batch { empty: false } => "batch",
        MalformedKind::NotAnArray => "not-an-array",
        MalformedKind::BatchTooLong => "batch-too-long",
        MalformedKind::InitializeInBatch => "initialize-in-batch",
        MalformedKind::DuplicateKey(_) => "duplicate-key",
        MalformedKind::CaseVariantKey(_) => "case-variant-key",
        MalformedKind::MissingVersion => "missing-version",
        MalformedKind::WrongVersion => "wrong-version",
        MalformedKind::Id(_) => "invalid-id",
        MalformedKind::MethodType => "method-type",
        MalformedKind::ParamsType => "params-type",
        MalformedKind::Shapeless => "shapeless",
        MalformedKind::ResultAndError => "result-and-error",
        MalformedKind::ErrorShape => "error-shape",
        MalformedKind::ResultWithoutId => "result-without-id",
    }
}

const fn json(kind: JsonFaultKind) -> &'static str {
    match kind {
        JsonFaultKind::UnexpectedEnd => "unexpected-end",
        JsonFaultKind::UnexpectedCharacter(_) => "unexpected-character",
        JsonFaultKind::TrailingComma => "trailing-comma",
        JsonFaultKind::ForeignLiteral => "foreign-literal",
        JsonFaultKind::SingleQuote => "single-quote",
        JsonFaultKind::ControlCharacter(_) => "control-character",
        JsonFaultKind::BadEscape => "bad-escape",
        JsonFaultKind::LoneSurrogate => "lone-surrogate",
        JsonFaultKind::BadNumber => "bad-number",
        JsonFaultKind::TrailingData => "trailing-data",
        JsonFaultKind::TooDeep => "too-deep",
    }
}

const fn frame(fault: FrameFault) -> &'static str {
    match fault {
        FrameFault::Oversize { .. } => "oversize",
        FrameFault::NoHeader => "no-header",
        FrameFault::NoColon => "no-colon",
        FrameFault::HeaderTooLong => "header-too-long",
        FrameFault::MissingLength => "missing-length",
        FrameFault::EmptyLength => "empty-length",
        FrameFault::NegativeLength => "negative-length",
        FrameFault::InvalidLength => "invalid-length",
        FrameFault::HugeLength => "huge-length",
        FrameFault::ConflictingLengths { .. } => "conflicting-lengths",
        FrameFault::TruncatedHeader => "truncated-header",
        FrameFault::TruncatedBody { .. } => "truncated-body",
        FrameFault::RestOfBody { .. } => "rest-of-body",
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_name_is_in_the_documentation() {
        let (source, page) = (include_str!("names.rs"), include_str!("../../../../docs/decode.md"));
        let names: Vec<_> = source.lines().filter_map(|line| line.trim().split_once(" => \"")).collect();
        assert!(names.len() > 45, "the names are no longer found");
        for (_, name) in names {
            let name = name.trim_end_matches("\",");
            assert!(page.contains(&format!("`{name}`")), "{name} is not in docs/decode.md");
        }
    }
}
