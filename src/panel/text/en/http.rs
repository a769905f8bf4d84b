//! English, about exchanges of HTTP.

use crate::panel::text::Web;

pub(in crate::panel::text) const fn web(key: Web) -> &'static str {
    match key {
        Web::WelcomeTitle => "The same talk, over HTTP",
        Web::WelcomeText => {
            "Each message of the client is a request of its own, and what the server says comes back as an answer or as a stream of events. Nothing arrives until you step: see the headers, the session, the streams. Then cut one and watch the client come back for the rest."
        }
        Web::WelcomeModern => {
            "Each message is a request of its own, and stands alone: no handshake, no session. What the body says, headers repeat for whoever stands between. Nothing arrives until you step."
        }
        Web::Begin => "Begin",
        Web::Exchanges => "Exchanges",
        Web::Revision => "Revision",
        Web::EndPoint => "One endpoint for everything:",
        Web::Earlier => "Show {n} earlier exchanges",
        Web::Later => "Show the newest only",

        Web::CallTools => "Call a tool",
        Web::AddHint => "A plain call and its answer.",
        Web::SlowHint => "Two seconds, with progress: a stream worth cutting.",
        Web::GreetHint => "The server asks back before it answers.",
        Web::FailHint => "HTTP says 200, the tool says that it failed.",
        Web::CloseSession => "end the session",
        Web::CloseHint => "The client says goodbye with DELETE, where there is a session.",
        Web::Anew => "Another client",
        Web::AnewHint => "This one is gone without a word; the next knows of no session.",

        Web::Sessions => "Sessions",
        Web::NoSessionYet => "None yet. The answer to initialize may give one.",
        Web::NoSessions => "None: in 2026-07-28 every request stands alone, and any server may answer it.",
        Web::SessionOpen => "open",
        Web::SessionOver => "over",
        Web::Streams => "Open streams",
        Web::NoStreams => "None.",
        Web::StreamOf => "{method} of #{n}",
        Web::Forgets => "What if it forgets?",
        Web::Restart => "Restart the server",
        Web::RestartHint => {
            "It knows no session any more. Whoever names one is told 404, and has to begin anew."
        }
        Web::Speaks => "speaks {version}",

        Web::StateOpen => "open",
        Web::StateStream => "streams",
        Web::StateEnded => "ended",
        Web::StateCutClient => "client hung up",
        Web::StateCutServer => "connection lost",
        Web::StateWaits => "waits for an answer",
        Web::CutAt => "Cut exchange {n}",
        Web::CutClient => "client hangs up",
        Web::CutServer => "connection breaks",
        Web::FewerHeaders => "fewer headers",
        Web::MoreHeaders => "+{n} more",
        Web::HeadersOf => "Headers",

        Web::Flying => " Still on its way.",
        Web::ComesNext => "next",
        Web::Lost => "never arrives",
        Web::GetStream => "a stream for what the server says by itself",
        Web::GetAgain => "the rest of a stream, after event {id}",
        Web::EndSession => "ends the session",
        Web::NoMessage => "no message",
        Web::Batch => "{n} messages in one body",
        Web::StreamBegins => "a stream begins",
        Web::OneMessage => "JSON",
        Web::NoBody => "no body",
        Web::EventId => "event {id}",
        Web::Retry => "come back after {ms} ms",
        Web::EmptyEvent => "nothing yet, but a place to resume from",
        Web::KeepAlive => "a comment: the stream is still there",
        Web::OtherBytes => "{n} bytes that are no event",
        Web::OverEnded => "the stream has ended",
        Web::OverClient => "the client hung up",
        Web::OverServer => "the connection broke",
        Web::LegOf => "Exchange {n}, {way}: {what}.",
        Web::AsksBack => "asks back",

        Web::NextBegin => "Next: the client says its first word.",
        Web::NextRequest => "Next: request #{n} arrives at the server{in}.",
        Web::NextAnswer => "Next: the answer to #{n} arrives at the client{in}.",
        Web::NextEvents => "Next: what the stream of #{n} carries arrives at the client{in}.",
        Web::NextEnd => "Next: the client hears that the stream of #{n} has ended{in}.",
        Web::NextGone => "Next: the {side} notices that the connection of #{n} is gone{in}.",
        Web::NextCarrier => "Next: the client comes back for a stream{in}.",
        Web::NextServer => "Next: the server goes on by itself{in}: with a tool, or to keep a stream alive.",
        Web::NextTimeout => "Next: the client has waited long enough{in}.",
        Web::NextHeartbeat => "Next: the client asks whether the server is there{in}.",
        Web::YourTurn => "Your turn: let the client say something, or write a request by hand.",
        Web::AnswerFirst => "The server has asked something. Answer it on the client's side.",
        Web::IsOver => "This client has said goodbye. Let another one begin.",
        Web::IsFull => "No more fits into the page. Begin anew.",
        Web::Record => "Open as a recording",
        Web::RecordHint => "As `wirelab tap --http` would have written it: judged, searched, saved.",
        Web::FoundHint => "Go to the next exchange in which the judge has found something",
        Web::In => ", in {time}",

        Web::ByHand => "By hand",
        Web::ByHandLead => {
            "A request as you write it, sent past the client. Each of these breaks one thing; see what the server makes of it."
        }
        Web::HandTitle => "A request by hand",
        Web::HandMethod => "Method",
        Web::HandHeaders => "Headers, one a line",
        Web::HandBody => "Body",
        Web::HandSend => "Send",
        Web::HandLeave => "Put it away",
        Web::HandBad => "Line {line} is no header: it takes a name, a colon and a value.",
        Web::HandFacts => "{headers} headers · {bytes} bytes of body",
        Web::Plain => "nothing wrong",
        Web::PlainWhy => "What the client would send to ask for the tools. Change what you like.",
        Web::NoAccept => "no Accept",
        Web::NoAcceptWhy => "A client has to say that it takes both JSON and a stream of events.",
        Web::ForeignOrigin => "foreign Origin",
        Web::ForeignOriginWhy => {
            "A page of somebody else asks a server on your machine. A server that answers can be used by any site you visit."
        }
        Web::NoSession => "no session id",
        Web::NoSessionWhy => {
            "A server with sessions should refuse a request that names none, unless it is initialize."
        }
        Web::UnknownSession => "unknown session",
        Web::UnknownSessionWhy => {
            "It was never given, or is long over. 404 is what tells a client to begin anew."
        }
        Web::OddVersion => "version “tomorrow”",
        Web::OddVersionWhy => "MCP-Protocol-Version names no revision: the server must refuse the request.",
        Web::Disagreement => "header ≠ body",
        Web::DisagreementWhy => {
            "Mcp-Method says tools/call, the body says tools/list. Whoever routes by the header has let something else through."
        }
        Web::TwoMessages => "two in one body",
        Web::TwoMessagesWhy => "A batch was allowed in 2025-03-26 alone; else a body is one message.",
        Web::PlainGet => "GET, no Accept",
        Web::PlainGetWhy => "Whoever opens a stream has to say that it takes one.",
        Web::UnknownEvent => "unknown event id",
        Web::UnknownEventWhy => "It wants to go on after an event that was never given.",
        Web::Delete => "DELETE, twice",
        Web::DeleteWhy => "The first one ends the session. Send it again: there is none to end.",

        Web::NoBytes => "Nothing more was written: this is how it ended.",
        Web::Hex => "Byte by byte",
        Web::NothingChosen => "Nothing has passed yet.",
        Web::NoMessageHere => "There is no message in this part.",
        Web::NothingFound => "Nothing wrong was found here.",
        Web::NotJudged => "The judge is reading…",
        Web::PartOf => "#{n} · {way} · {size}",

        Web::DrawExchanges => "exchanges",
        Web::PageOf => "{first}–{last} of {total}",
        Web::PageBack => "Earlier",
        Web::PageOn => "Later",
        Web::Reading => "Reading the exchanges…",

        Web::HelpStep => "let the next thing arrive",
        Web::HelpLegs => "from part to part of the exchanges",
    }
}
