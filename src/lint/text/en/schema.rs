//! The verdicts about schemas and icons in English.

use super::super::{Text, j, t};

#[rustfmt::skip]
pub(super) const TEXTS: &[Text] = &[
    t("SC-01", "JSON Schema 2020-12 is understood, and another dialect refused properly."),
    j("SC-02", "A schema is valid in the dialect that it declares.",
        "The schema is not valid at {path}: expected {expected}, found {seen}."),
    t("SC-03", "References into the network are not followed by themselves."),
    t("SC-04", "Depth, size and time of checking schemas should be bounded."),
    j("IC-01", "The picture of an icon comes by https: or is in a data: URI.",
        "{seen} is no place to take a picture from; there are {expected}."),
    j("IC-02", "An icon has a source, sizes such as 48x48, and a theme.",
        "The icon does not fit at {path}: expected {expected}, found {seen}."),
];
