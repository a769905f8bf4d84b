//! English, about time.

use crate::panel::text::When;

pub(in crate::panel::text) const fn when(key: When) -> &'static str {
    match key {
        When::StepBy => "Step by",
        When::GrainFrame => "frame",
        When::GrainChunk => "{n} bytes",
        When::GrainByte => "byte",
        When::Pace => "Pace",
        When::Speed => "Speed",
        When::Skip => "+{n} s",
        When::SkipHint => "Let {n} s pass, with all that falls due",
        When::NextEvent => "Next event",
        When::Moment => "Moment",
        When::MomentOf => "{n} of {all}",
        When::Past => {
            "Moment {n} of {all}. Step repeats what happened; anything else starts another branch and keeps this one."
        }
        When::Branch => "Branch {n}",
        When::BranchHint => "Go to the end of this branch: {n} actions",
        When::Branches => "Other branches",
        When::DiscardBranch => "Discard branch {n}",
        When::Beat => "Pings by itself",
        When::BeatNever => "never",
        When::BeatEvery => "every {n} s",
        When::InBeat => "In {time}: the client pings by itself.",
        When::InMissed => "In {time}: the last ping counts as missed.",
        When::InDeadline => "In {time}: {method} has waited too long.",
        When::InTool => "In {time}: a tool is done.",
        When::InReport => "In {time}: a tool reports how far it is.",
        When::InExpire => "In {time}: the server forgets a finished task.",
        When::JudgeWorld => "Check",
        When::JudgeWorldHint => "Judge this session by the rule book, and save it",
        When::NextModel => "Next: the model has thought, and calls a tool or answers.",
        When::NextFull => {
            "This session is full: the page keeps no more. Reset begins a new one and keeps this one."
        }
        When::PartArrived => "{n} of {all} bytes",
        When::PartDue => "{n} of {all} bytes have arrived. Nobody acts on half a frame.",
        When::Stderr => "stderr",
        When::HelpBytes => "Step by frame, by chunk or by byte",
        When::HelpSkip => "Let 30 s pass",
        When::HelpEvent => "Go to the next event that comes by itself",
    }
}
