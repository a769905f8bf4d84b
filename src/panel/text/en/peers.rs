//! English, about servers and clients that behave like others.

use crate::panel::text::Peer;

pub(in crate::panel::text) const fn peer(key: Peer) -> &'static str {
    match key {
        Peer::Behaves => "Behaves like",
        Peer::Reads => "Reads like",
        Peer::Strict => "Wirelab, by the book",
        Peer::StrictHint => "What is wrong is answered with an error that says why.",
        Peer::Python1Hint => {
            "What it cannot read, even a blank line, it answers with a log message on the wire. An unknown method gets -32602."
        }
        Peer::Python2Hint => {
            "Says nothing to what it cannot read. Its first message decides for good which era is spoken."
        }
        Peer::TypeScript1Hint => {
            "Numbers are doubles: an id above 2^53 is never answered. One line of more than 10 MiB ends it."
        }
        Peer::TypeScript2Hint => {
            "Like its elder, in both eras. An unknown tool is an error of the protocol: the model never hears of it."
        }
        Peer::RmcpHint => {
            "JSON that is no message gets an error without an id. A notification before initialize ends it."
        }
        Peer::ReadsStrictHint => "Only an answer with exactly the id of its request counts.",
        Peer::ReadsPython1Hint => {
            "A line that it cannot read is passed over in silence, and the call ends in a timeout. NaN becomes null."
        }
        Peer::ReadsPython2Hint => {
            "Like its elder, but its ids begin with 1: a server that always answers 0 does not get past the handshake."
        }
        Peer::ReadsTypeScriptHint => {
            "Numbers are doubles: 9007199254740993 arrives as 9007199254740992, and nobody is told."
        }
        Peer::Older => "the older era only",
        Peer::OlderHint => "By the book, with a handshake. It has never heard of 2026-07-28.",
        Peer::Newer => "2026-07-28 only",
        Peer::NewerHint => {
            "By the book, without a handshake. Its error to initialize names the revision that it speaks."
        }
        Peer::Silent => "older, says nothing to a probe",
        Peer::SilentHint => {
            "A first request that is not initialize it never answers. Whoever probes has to know when to stop waiting."
        }
        Peer::Fragile => "older, ends at a probe",
        Peer::FragileHint => {
            "A first request that is not initialize ends the process. Whoever probes has to start it anew."
        }
        Peer::OneCode => "both eras, keyed to -32601",
        Peer::OneCodeHint => {
            "Only -32601 tells it that a server is of the older era; with any other error it gives up. The book forbids that."
        }
        Peer::MadeUp => "Made up, with one trait seen in the wild",
        Peer::Measured => "As measured",

        Peer::ErasDoor => "Eras…",
        Peer::ErasTitle => "Who meets whom",
        Peer::ErasLead => {
            "Since 2026-07-28 there is no handshake, and old and new programs meet for years. A client that knows both eras asks first with server/discover. Each cell is a world: open it and see the frames."
        }
        Peer::ErasClient => "Client",
        Peer::ErasServer => "Server",
        Peer::KnowsOlder => "knows the older era",
        Peer::KnowsBoth => "knows both eras",
        Peer::KnowsNewer => "knows 2026-07-28",
        Peer::MetAt => "{version} at once",
        Peer::MetAfter => "{version} after {why}",
        Peer::MetNever => "never: {why}",
        Peer::ByError => "error {code}",
        Peer::BySilence => "{time} of silence",
        Peer::ByExit => "the server's end",
        Peer::ByList => "its list of revisions",
        Peer::NeverRefused => "error {code}",
        Peer::NeverSilent => "no answer",
        Peer::NeverGone => "the server has ended",
        Peer::NeverVersion => "no revision in common",
        Peer::OfferProbe => "{version}, or the older era after a probe",
        Peer::PlayCell => "Open this world: {client}, {server}",

        Peer::Title => "One frame, six servers",
        Peer::Lead => {
            "The same bytes go to six servers with the same four tools. Ours keeps to the book; five behave as the official SDKs were measured to."
        }
        Peer::Choose => "Send",
        Peer::OwnFrame => "what stands in the field",
        Peer::ShownFrame => "the selected frame",
        Peer::Field => "What is sent",
        Peer::When => "When",
        Peer::AfterHandshake => "after the handshake",
        Peer::AsFirstWord => "before it",
        Peer::Leave => "Close",
        Peer::Why => "Why it matters",
        Peer::AllAlike => "All six answer alike.",
        Peer::Kinds => "{n} kinds of answer from six servers.",
        Peer::SaysResult => "result",
        Peer::SaysToolError => "isError",
        Peer::SaysError => "error {code}",
        Peer::SaysNamelessError => "error {code}, no id",
        Peer::SaysLog => "log message",
        Peer::SaysOther => "another frame",
        Peer::SaysNothing => "silence",
        Peer::IsDeaf => "deaf from now on",
        Peer::NotAsOurs => "not as ours",
        Peer::NoBytes => "Not one byte.",
        Peer::PlayWith => "Play with this server",
        Peer::PlaysNow => "This is the server of the page.",
        Peer::GroupBytes => "Bytes",
        Peer::GroupEnvelope => "Envelope",
        Peer::GroupCalls => "Calls",
        Peer::GroupBegin => "How it begins",

        Peer::Junk => "a stray line before a request",
        Peer::JunkWhy => {
            "The request survives everywhere. python-sdk 1.30 tells of the stray line on the wire, though: a message that nobody asked for, and that a client may show to its user."
        }
        Peer::Mark => "a byte order mark",
        Peer::MarkWhy => {
            "Three invisible bytes, left by an editor or a shell, and for most the first message is gone without a word."
        }
        Peer::Pretty => "JSON over five lines",
        Peer::PrettyWhy => {
            "One request becomes five broken lines. Whoever answers each of them sends a storm of errors for one mistake; whoever is silent leaves you guessing."
        }
        Peer::TwoOnLine => "two messages on one line",
        Peer::TwoOnLineWhy => "One forgotten line feed costs both messages, not only the second.",
        Peer::LspFrame => "the framing of LSP",
        Peer::LspFrameWhy => {
            "The body ends without a line feed, so the next message is glued to it and is lost as well. From outside it looks as if the server hung."
        }
        Peer::BadUtf8 => "a byte that is no UTF-8",
        Peer::BadUtf8Why => {
            "Four put U+FFFD in its place and go on: the text has changed, and nobody says so. rmcp drops the line."
        }
        Peer::HalfPair => "half of a surrogate pair",
        Peer::HalfPairWhy => {
            "This is what is left of an emoji that was cut in the middle. JavaScript takes it for a character; for the others the whole message is lost."
        }
        Peer::NoVersion => "no jsonrpc member",
        Peer::NoVersionWhy => {
            "By the book this gets -32600 with the id that can be read. Where nothing comes back, the caller learns no more than that its time is over."
        }
        Peer::IdNull => "the id null",
        Peer::IdNullWhy => {
            "It looks like a request, and most never answer it. Where an answer comes, it has no id, so a client cannot tell whose it is."
        }
        Peer::IdFraction => "the id 1.0",
        Peer::IdFractionWhy => {
            "As a number it is 1. Some answer it as 1, which a client that compares digits does not find; some never answer."
        }
        Peer::IdLarge => "an id above 2^53",
        Peer::IdLargeWhy => {
            "A double cannot tell it from its neighbour, so the TypeScript servers rather say nothing at all."
        }
        Peer::TwoIds => "two ids in one message",
        Peer::TwoIdsWhy => {
            "For most the last one counts, for some the message is none. Whoever checks the first and serves the last can be fooled."
        }
        Peer::NullParams => "params: null",
        Peer::NullParamsWhy => {
            "Many libraries write null for what is not there. Three servers read it so; for the TypeScript ones it is no message, and they are silent."
        }
        Peer::Batch => "a batch",
        Peer::BatchWhy => {
            "Only revision 2025-03-26 has batches. Whoever sends one in another waits for two answers that never come."
        }
        Peer::NoMethod => "a method that does not exist",
        Peer::NoMethodWhy => {
            "A client that tries out whether a newer method is there looks at this code. Whoever expects -32601 only is led astray by -32602."
        }
        Peer::NoTool => "a tool that does not exist",
        Peer::NoToolWhy => {
            "A result with isError reaches the model, which can choose another tool. An error of the protocol stays with the program."
        }
        Peer::NoParams => "tools/call without params",
        Peer::NoParamsWhy => {
            "One mistake, three codes. -32601 even claims that there is no tools/call, and -32603 that the server is at fault."
        }
        Peer::TextForInteger => "\"3\" where an integer belongs",
        Peer::TextForIntegerWhy => {
            "Models write this often. The Python servers mend it silently; the others tell the model, which then tries again."
        }
        Peer::WholeFraction => "3.0 where an integer belongs",
        Peer::WholeFractionWhy => {
            "For JSON Schema 3.0 is an integer. For a Rust program that wants an i64 it is none."
        }
        Peer::LargeInteger => "9007199254740993 as an argument",
        Peer::LargeIntegerWhy => {
            "Python and Rust count on exactly. JavaScript would have to round it, so its schema refuses it."
        }
        Peer::NotANumber => "NaN as an argument",
        Peer::NotANumberWhy => {
            "It is no JSON, but Python writes and reads it: there the tool refuses it, elsewhere the message is lost."
        }
        Peer::Cancelled => "a call that is cancelled at once",
        Peer::CancelledWhy => {
            "A cancelled request is not to be answered. python-sdk 1.30 answers all the same, with an error of code 0."
        }
        Peer::Twice => "initialize, once more",
        Peer::TwiceWhy => {
            "Ours refuses it, since the handshake is over. The others answer and go on, perhaps in another revision than you believe."
        }
        Peer::EarlyList => "tools/list before the handshake",
        Peer::EarlyListWhy => {
            "The TypeScript servers serve it already. A client that was only tried with these breaks on the others."
        }
        Peer::EarlyNotice => "notifications/initialized as the first word",
        Peer::EarlyNoticeWhy => {
            "For most it means nothing. rmcp ends, and the initialize that comes after it finds nobody there."
        }
        Peer::BothEras => "server/discover, then initialize",
        Peer::BothErasWhy => {
            "So begins a client that speaks both eras. What comes back decides how it goes on; after a discover that worked, python-sdk 2.3 refuses the handshake."
        }
    }
}
