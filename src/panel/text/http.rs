//! The names of the texts about exchanges of HTTP.

use super::Language;
use super::key::keys;
use super::{en, zh};
use crate::trace::text::fill;

keys! {
    /// One text about exchanges of HTTP, which only the second module knows.
    Web {
        // The place.
        WelcomeTitle, WelcomeText, WelcomeModern, Begin, Exchanges, Revision, EndPoint, Earlier, Later,
        // The client.
        CallTools, AddHint, SlowHint, GreetHint, FailHint, CloseSession, CloseHint, Anew, AnewHint,
        // The server.
        Sessions, NoSessionYet, NoSessions, SessionOpen, SessionOver, Streams, NoStreams, StreamOf, Forgets, Restart, RestartHint, Speaks,
        // A card.
        StateOpen, StateStream, StateEnded, StateCutClient, StateCutServer, StateWaits, CutAt, CutClient, CutServer,
        FewerHeaders, MoreHeaders, HeadersOf,
        // What a leg is.
        Flying, ComesNext, Lost, GetStream, GetAgain, EndSession, NoMessage, Batch, StreamBegins, OneMessage, NoBody, EventId, Retry,
        EmptyEvent, KeepAlive, OtherBytes, OverEnded, OverClient, OverServer, LegOf, AsksBack,
        // What comes next.
        NextBegin, NextRequest, NextAnswer, NextEvents, NextEnd, NextGone, NextCarrier, NextServer, NextTimeout, NextHeartbeat, YourTurn,
        AnswerFirst, IsOver, IsFull, Record, RecordHint, FoundHint, In,
        // By hand.
        ByHand, ByHandLead, HandTitle, HandMethod, HandHeaders, HandBody, HandSend, HandLeave, HandBad, HandFacts,
        Plain, PlainWhy, NoAccept, NoAcceptWhy, ForeignOrigin, ForeignOriginWhy, NoSession, NoSessionWhy, UnknownSession, UnknownSessionWhy,
        OddVersion, OddVersionWhy, Disagreement, DisagreementWhy, TwoMessages, TwoMessagesWhy, PlainGet, PlainGetWhy, UnknownEvent,
        UnknownEventWhy, Delete, DeleteWhy,
        // The inspector.
        NoBytes, Hex, NothingChosen, NoMessageHere, NothingFound, NotJudged, PartOf,
        // In a recording.
        DrawExchanges, PageOf, PageBack, PageOn, Reading,
        // Keys.
        HelpStep, HelpLegs,
    }
}

impl Language {
    /// The words for `key`.
    #[must_use]
    pub const fn web(self, key: Web) -> &'static str {
        match self {
            Self::English => en::web(key),
            Self::Chinese => zh::web(key),
        }
    }

    /// The words for `key`, with each `{name}` replaced by its value.
    #[must_use]
    pub fn web_with(self, key: Web, values: &[(&str, &str)]) -> String {
        fill(self.web(key), values)
    }
}
