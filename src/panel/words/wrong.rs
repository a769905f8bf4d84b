//! What a receiver found wrong, in words.
//!
//! The two ends of the module that the page begins with keep the rules: it needs none of this, and none of these words.

use crate::panel::READER;
use crate::panel::text::{Key, Language, Wrong};
use crate::proto::error::Misbehaviour;
use crate::proto::framing::{Detected, FrameFault};
use crate::proto::jsonrpc::{Malformed, MalformedKind};
use crate::sim::{MAX_STEPS, ScriptError};

pub(in crate::panel) fn script_error(language: Language, error: &ScriptError) -> String {
    if !READER {
        return something(language);
    }
    let at = |key, at: &str| language.wrong_with(key, &[("at", at)]);
    match error {
        ScriptError::Json(fault) => at(Wrong::ScriptNoJson, &fault.at.to_string()),
        ScriptError::Mismatch(mismatch) => at(Wrong::ScriptMismatch, &mismatch.path),
        ScriptError::Newer(_) => language.wrong(Wrong::ScriptNewer).to_owned(),
        ScriptError::TooLong => at(Wrong::ScriptTooLong, &MAX_STEPS.to_string()),
        ScriptError::Refused { at: number, .. } => at(Wrong::ScriptRefused, &(number + 1).to_string()),
    }
}

pub(in crate::panel) fn misbehaviour(language: Language, found: &Misbehaviour) -> String {
    if !READER {
        return something(language);
    }
    let with_id = |key, id: &dyn ToString| language.wrong_with(key, &[("id", &id.to_string())]);
    let with_method = |key, method: &str| language.wrong_with(key, &[("method", method)]);
    match found {
        Misbehaviour::Malformed(fault) => malformed(language, fault),
        Misbehaviour::UnknownId(id) => with_id(Wrong::FoundUnknownId, id),
        Misbehaviour::DuplicateAnswer(id) => with_id(Wrong::FoundDuplicate, id),
        Misbehaviour::LateAnswer(id) => with_id(Wrong::FoundLate, id),
        Misbehaviour::ReusedId(id) => with_id(Wrong::FoundReused, id),
        Misbehaviour::StaleProgress(id) => with_id(Wrong::FoundStaleProgress, id),
        Misbehaviour::UnknownProgress(id) => with_id(Wrong::FoundUnknownProgress, id),
        Misbehaviour::IdTypeChanged { found, expected } => language.wrong_with(
            Wrong::FoundIdType,
            &[("found", &found.to_string()), ("expected", &expected.to_string())],
        ),
        Misbehaviour::ErrorWithoutId(_) => language.wrong(Wrong::FoundNoId).to_owned(),
        Misbehaviour::UnreadableResult { method, .. } => with_method(Wrong::FoundUnreadable, method),
        Misbehaviour::UnreadableNotification { method, .. } => {
            with_method(Wrong::FoundUnreadableNotice, method)
        }
        Misbehaviour::EarlyRequest { method } => with_method(Wrong::FoundEarly, method),
        Misbehaviour::RepeatedInitialize => language.wrong(Wrong::FoundRepeated).to_owned(),
        Misbehaviour::ProgressNotIncreasing(id) => with_id(Wrong::FoundStuckProgress, id),
        Misbehaviour::BadMeta { method, .. } => with_method(Wrong::FoundBadMeta, method),
        Misbehaviour::ServerRequest { method } => with_method(Wrong::FoundServerRequest, method),
        Misbehaviour::UnknownResultType(kind) => {
            language.wrong_with(Wrong::FoundResultType, &[("name", kind)])
        }
        Misbehaviour::AskedBack { method } => with_method(Wrong::FoundAskedBack, method),
        Misbehaviour::UndeclaredQuestion { method } => with_method(Wrong::FoundUndeclared, method),
        Misbehaviour::OutsideSubscription { method } => with_method(Wrong::FoundOutside, method),
        // What HTTP brings stands on the cards of the exchanges.
        Misbehaviour::Http(_) => something(language),
        Misbehaviour::UnknownSubscription(id) => with_id(Wrong::FoundUnknownSubscription, id),
        Misbehaviour::Unasked { method } => with_method(Wrong::FoundUnasked, method),
    }
}

pub(in crate::panel) fn malformed(language: Language, malformed: &Malformed) -> String {
    if !READER {
        return something(language);
    }
    let at = malformed.at.to_string();
    let key = match &malformed.kind {
        MalformedKind::InvalidUtf8 => Wrong::FaultUtf8,
        MalformedKind::Json(_) => Wrong::FaultJson,
        MalformedKind::Frame(fault) => return frame_fault(language, *fault),
        MalformedKind::NotAnObject => Wrong::FaultNotObject,
        MalformedKind::Batch { empty: false } => Wrong::FaultBatch,
        MalformedKind::Batch { empty: true } => Wrong::FaultEmptyBatch,
        MalformedKind::BatchTooLong => Wrong::FaultLongBatch,
        MalformedKind::InitializeInBatch => Wrong::FaultInitializeInBatch,
        // Only an array is read as a batch.
        MalformedKind::NotAnArray => Wrong::FaultNotObject,
        MalformedKind::DuplicateKey(name) => {
            return language.wrong_with(Wrong::FaultDuplicateKey, &[("name", name)]);
        }
        MalformedKind::CaseVariantKey(name) => {
            return language.wrong_with(Wrong::FaultCaseVariant, &[("name", name)]);
        }
        MalformedKind::MissingVersion => Wrong::FaultNoVersion,
        MalformedKind::WrongVersion => Wrong::FaultVersion,
        MalformedKind::Id(_) => Wrong::FaultId,
        MalformedKind::MethodType => Wrong::FaultMethod,
        MalformedKind::ParamsType => Wrong::FaultParams,
        MalformedKind::Shapeless => Wrong::FaultShape,
        MalformedKind::ResultAndError => Wrong::FaultBoth,
        MalformedKind::ErrorShape => Wrong::FaultError,
        MalformedKind::ResultWithoutId => Wrong::FaultNoId,
    };
    language.wrong_with(key, &[("at", &at)])
}

fn frame_fault(language: Language, fault: FrameFault) -> String {
    let numbers = |key, values: [(&str, u64); 2]| {
        let values = values.map(|(name, value)| (name, value.to_string()));
        language.wrong_with(key, &values.each_ref().map(|(name, value)| (*name, value.as_str())))
    };
    let key = match fault {
        FrameFault::Oversize { length } => {
            return language.wrong_with(Wrong::FrameOversize, &[("n", &length.to_string())]);
        }
        FrameFault::NoHeader => Wrong::FrameNoHeader,
        FrameFault::NoColon => Wrong::FrameNoColon,
        FrameFault::HeaderTooLong => Wrong::FrameHeaderTooLong,
        FrameFault::MissingLength => Wrong::FrameMissingLength,
        FrameFault::EmptyLength => Wrong::FrameEmptyLength,
        FrameFault::NegativeLength => Wrong::FrameNegativeLength,
        FrameFault::InvalidLength => Wrong::FrameInvalidLength,
        FrameFault::HugeLength => Wrong::FrameHugeLength,
        FrameFault::ConflictingLengths { first, other } => {
            return numbers(Wrong::FrameConflictingLengths, [("first", first), ("other", other)]);
        }
        FrameFault::TruncatedHeader => Wrong::FrameTruncatedHeader,
        FrameFault::TruncatedBody { declared, present } => {
            return numbers(Wrong::FrameTruncatedBody, [("declared", declared), ("present", present)]);
        }
        FrameFault::RestOfBody { declared, bytes } => {
            return numbers(Wrong::FrameRestOfBody, [("declared", declared), ("n", bytes)]);
        }
    };
    language.wrong(key).to_owned()
}

/// What the frames up to this one have in common.
pub(in crate::panel) fn detected(language: Language, found: &Detected) -> String {
    if !READER {
        return something(language);
    }
    let key = match found {
        Detected::ContentLengthOnNewlineWire { .. } => Wrong::FoundContentLength,
        Detected::NewlineOnContentLengthWire { .. } => Wrong::FoundNewline,
        Detected::PrettyPrinted { first_line, last_line, .. } => {
            let (first, last) = (first_line.to_string(), last_line.to_string());
            return language.wrong_with(Wrong::FoundPrettyPrinted, &[("first", &first), ("last", &last)]);
        }
        Detected::GluedPrefix { .. } => Wrong::FoundGlued,
        Detected::TwoValues { column, .. } => {
            return language.wrong_with(Wrong::FoundTwoValues, &[("at", &column.to_string())]);
        }
    };
    language.wrong(key).to_owned()
}

/// What is said where the words are in the other module.
fn something(language: Language) -> String {
    language.say(Key::FoundSomething).to_owned()
}
