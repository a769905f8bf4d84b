//! The names of the texts about servers and clients that behave like others.

use super::key::keys;

keys! {
    /// One text about servers and clients that behave like others, which only the second module knows.
    Peer {
        // The choice.
        Behaves, Reads, Strict, StrictHint, Python1Hint, Python2Hint, TypeScript1Hint, TypeScript2Hint, RmcpHint,
        ReadsStrictHint, ReadsPython1Hint, ReadsPython2Hint, ReadsTypeScriptHint,
        Older, OlderHint, Newer, NewerHint, Silent, SilentHint, Fragile, FragileHint, OneCode, OneCodeHint, MadeUp, Measured,
        // The eras.
        ErasDoor, ErasTitle, ErasLead, ErasClient, ErasServer, KnowsOlder, KnowsBoth, KnowsNewer, MetAt, MetAfter, MetNever,
        ByError, BySilence, ByExit, ByList, NeverRefused, NeverSilent, NeverGone, NeverVersion, PlayCell, OfferProbe,

        // The comparison.
        Title, Lead, Choose, OwnFrame, ShownFrame, Field, When, AfterHandshake, AsFirstWord, Leave, Why, AllAlike, Kinds,
        SaysResult, SaysToolError, SaysError, SaysNamelessError, SaysLog, SaysOther, SaysNothing, IsDeaf, NotAsOurs, NoBytes,
        PlayWith, PlaysNow, GroupBytes, GroupEnvelope, GroupCalls, GroupBegin,
        // What is sent, and why it matters.
        Junk, JunkWhy, Mark, MarkWhy, Pretty, PrettyWhy, TwoOnLine, TwoOnLineWhy, LspFrame, LspFrameWhy, BadUtf8, BadUtf8Why,
        HalfPair, HalfPairWhy, NoVersion, NoVersionWhy, IdNull, IdNullWhy, IdFraction, IdFractionWhy, IdLarge, IdLargeWhy,
        TwoIds, TwoIdsWhy, NullParams, NullParamsWhy, Batch, BatchWhy, NoMethod, NoMethodWhy, NoTool, NoToolWhy, NoParams,
        NoParamsWhy, TextForInteger, TextForIntegerWhy, WholeFraction, WholeFractionWhy, LargeInteger, LargeIntegerWhy,
        NotANumber, NotANumberWhy, Cancelled, CancelledWhy, Twice, TwiceWhy, EarlyList, EarlyListWhy, EarlyNotice,
        EarlyNoticeWhy, BothEras, BothErasWhy,
    }
}
