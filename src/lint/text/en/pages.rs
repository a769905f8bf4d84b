//! The verdicts about pagination in English.

use super::super::{Text, a, j, t};

#[rustfmt::skip]
pub(super) const TEXTS: &[Text] = &[
    a("PA-01", "A cursor is one that the server gave for this list, as it was.",
        "The cursor {seen} was not given for this list.",
        "Send back what nextCursor said, and nothing else."),
    t("PA-02", "Nobody counts on a size of pages."),
    t("PA-03", "The page without nextCursor is the last."),
    t("PA-04", "An empty cursor is a cursor."),
    j("PA-05", "A cursor that is not the server's is refused with -32602.",
        "The cursor is not one of the server's; the answer should be {expected}, and is {seen}."),
    a("PA-06", "nextCursor is a text, or is not there at all.",
        "nextCursor should be {expected}, and is {seen}.",
        "Leave nextCursor out on the last page."),
    t("PA-07", "Cursors should stay good for a while."),
    t("PA-08", "tasks/list says when there are more tasks."),
];
