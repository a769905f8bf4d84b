//! The verdicts about `_meta` in English.

use super::super::{Text, a, j};

#[rustfmt::skip]
pub(super) const TEXTS: &[Text] = &[
    j("MT-01", "The prefix of a name in _meta is words joined by dots, each beginning with a letter.",
        "The prefix of {seen} is not made of words joined by dots."),
    j("MT-02", "A name in _meta begins and ends with a letter or digit.",
        "{seen} is no name for _meta: letters and digits at both ends, only - _ . between."),
    a("MT-03", "Prefixes of the specification are used for nothing else.",
        "{seen} has a prefix that belongs to the specification, which does not have this name.",
        "Use a prefix made of a domain of your own."),
    j("MT-04", "A prefix should be a domain name backwards.", "{seen} should have a prefix like {expected}."),
    a("MT-05", "Every request of 2026-07-28 says its revision and what the client can do.",
        "The request does not carry {expected} as it must ({seen}).",
        "Put both into _meta of every request."),
    j("MT-06", "A request that does not say its revision and what the client can do is refused with -32602.",
        "The request lacks {expected} and should have been refused with -32602, and got {seen}."),
    j("MT-07", "Every request of 2026-07-28 should say who the client is.",
        "The request does not say who the client is: {expected} with name and version ({seen})."),
    j("MT-08", "Every result of 2026-07-28 should say who the server is.",
        "The result does not say who the server is: {expected} with name and version ({seen})."),
    j("MT-09", "A request that needs more than the client declares is refused with -32021 and what is missing.",
        "The error should say in {expected} what is missing, and says {seen}."),
    j("MT-10", "traceparent, tracestate and baggage are as W3C has them.",
        "{expected} does not have the form that W3C gives it: {seen}"),
    j("MT-11", "_meta is an object.", "_meta should be {expected}, and is {seen}."),
];
