//! The names of the texts of the inspector.

use super::key::keys;

keys! {
    /// One text about what is selected within a frame.
    Spot {
        // Bytes.
        ByteCursor, HeaderLegend, BytesShown, EarlierBytes, LaterBytes, MoreAtOnce,
        // What is selected.
        PickSomething, NothingPicked, OneByte, ManyBytes, PartHeader, PartDelimiter, PartSpace, PartText, IsKey, IsString,
        IsNumber, IsBool, IsNull, IsObject, IsArray, IsColon, IsComma, Whole, Utf8, Says,
        // JSON.
        Tree, Members, Elements, Fold, Repeated, Rounded, Search, SearchHere, SearchNext, SearchBack, SearchNone, SearchCount,
        LinesShown, EarlierLines, LaterLines, Cut, CopyPath, CopyValue, CopiedNow, CopyRefused,
        // Two frames.
        CompareWith, Comparing, StopComparing, Comparison, DiffSame, DiffAdded, DiffRemoved, DiffChanged, DiffMoved,
        // Meaning.
        NotInThis, HelpWithin,
        // Exchange.
        Exchange, TheRequest, TheAnswer, NoAnswer, TheProgress, TheCancellation,
    }
}
