//! English, about recordings and rules.

use crate::panel::text::Tell;

pub(in crate::panel::text) const fn tell(key: Tell) -> &'static str {
    match key {
        Tell::RecordingTitle => "Find out what is wrong with a conversation",
        Tell::RecordingText => {
            "Paste what you have: a log of Claude Desktop, VS Code or Cursor, an export of the Inspector, lines of JSON, output of strace, or a whole bug report. What it is shows in its first lines."
        }
        Tell::RecordingField => "Paste a log or a bug report here",
        Tell::RecordingJudge => "Read and judge it",
        Tell::RecordingFile => "Choose a file…",
        Tell::RecordingDrop => "or drop one anywhere on this page",
        Tell::RecordingPrivate => "It is read and judged in this page. Nothing leaves it.",
        Tell::RecordingExamples => "Or try one of these",
        Tell::ExampleStrayPrint => "The print in front of an answer",
        Tell::ExampleStrayPrintText => "The tool runs, and yet the client waits until it gives up.",
        Tell::ExampleDesktopLog => "A desktop log",
        Tell::ExampleDesktopLogText => "“Unknown message ID”, although the answer is there.",
        Tell::ExampleEarlyCall => "A client of forty lines",
        Tell::ExampleEarlyCallText => "It asks for tools and gets an error that does not say why.",
        Tell::PastedText => "Pasted text",
        Tell::Reading => "Reading and judging…",
        Tell::CannotRead => "The judge has stopped before it was done.",
        Tell::JudgeLost => "The recording is no longer open: the judge has been started anew.",
        Tell::ReadAgain => "Try again",
        Tell::ReadAs => "Read as",
        Tell::ReadAsFound => "{format} (found; fits {fit} %)",
        Tell::ReadAsGuessed => "{format} (for want of a better guess)",
        Tell::Doubtful => "Not certain: {what}.",
        Tell::ReadAsAuto => "what it looks like",
        Tell::JudgeBy => "Revision",
        Tell::JudgedBy => "automatic: {versions}",
        Tell::LaneCounts => "client {client}, server {server}, standard error {stderr}, remarks {notes}",
        Tell::ConversationCount => "conversations: {n}",
        Tell::SaveAs => "Save as",
        Tell::ExportMarkdown => "Markdown",
        Tell::ExportWire => ".wire.jsonl",
        Tell::ExportHtml => "HTML page",
        Tell::Redact => "cover secrets",
        Tell::Exported => "{name} was made.",
        Tell::CloseRecording => "Close",
        Tell::FindingsHere => "What is wrong",
        Tell::FoundCounts => "errors {errors}, warnings {warnings}, notes {notes}",
        Tell::FoundMore => "{n} more are counted and not listed.",
        Tell::NothingFound => "Nothing to object to.",
        Tell::NothingToJudge => "There is no message in this text.",
        Tell::LevelError => "error",
        Tell::LevelWarning => "warning",
        Tell::LevelNote => "note",
        Tell::LaneStderr => "standard error",
        Tell::LaneNote => "remark",
        Tell::RowsHere => "What was written",
        Tell::RowBatch => "a batch",
        Tell::NoRow => "Choose a row to see it byte by byte.",
        Tell::SheetLine => "line {line} of the text",
        Tell::SheetCut => "These are the first {shown} of {n} bytes.",
        Tell::SheetNothingFound => "Nothing is wrong with this frame.",
        Tell::SheetNotJudged => "This is no part of the conversation and is not judged.",
        Tell::SheetAnswers => "Answers frame {n}.",
        Tell::BlameClient => "broken by the client",
        Tell::BlameServer => "broken by the server",
        Tell::ShowRule => "Show the rule",
        Tell::Advice => "Try: {advice}",
        Tell::RulesLoading => "The rule book is on its way…",

        Tell::RulesTitle => "The rule book",
        Tell::RulesText => {
            "{judged} of {all} rules are judged; of the others the reason is told. Each is in the words of this page, with the page of the specification that it comes from."
        }
        Tell::RulesSearch => "Search",
        Tell::RulesAny => "all revisions",
        Tell::RulesCount => "rules: {n}",
        Tell::RulesNone => "No rule has these words.",
        Tell::RulesChoose => "Choose a rule to see what breaks it and what keeps it.",
        Tell::ShownRule => "The chosen rule",
        Tell::WhoClient => "for the client",
        Tell::WhoServer => "for the server",
        Tell::WhoEither => "for both sides",
        Tell::StatusHttp => {
            "Not judged: it is about HTTP, and what is judged here runs over standard input and output."
        }
        Tell::StatusNotVisible => "Not judged: no conversation can show whether it is kept.",
        Tell::StatusProcess => "Not judged: it takes the processes and the clock.",
        Tell::StatusOneConnection => "Not judged: it takes more than one connection.",
        Tell::StatusIntent => "Not judged: it takes what a side means or knows.",
        Tell::StatusPermission => "Not judged: it allows something, so nothing can break it.",
        Tell::RuleDerived => "It follows from the schema or from JSON-RPC 2.0.",
        Tell::RulePartly => "It is judged in part.",
        Tell::RuleBreaks => "This breaks it",
        Tell::RuleKeeps => "This keeps it",
        Tell::RuleSpan => "{word} from {first} to {last}",
        Tell::RuleOnly => "{word} in {first}",
        Tell::CaseIntroduced => {
            "They have introduced themselves: the client declares {client}, the server {server}."
        }
        Tell::CaseWaits => "{ms} ms pass.",
        Tell::CaseRaw => "as raw bytes",
        Tell::BackToRecording => "Back to the recording",
    }
}
