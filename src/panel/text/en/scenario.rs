//! English, the scenarios.

use crate::sim::Story;

pub(in crate::panel::text) const fn scenario(story: Story) -> (&'static str, &'static str) {
    match story {
        Story::Handshake => ("The handshake", "Seven messages, from nothing to the result of a tool."),
        Story::TwoErrors => {
            ("Two kinds of error", "A tool that fails, a tool and a method that are not there.")
        }
        Story::HalfFrames => {
            ("Half a frame", "A call arrives in pieces, one of them cut within a character.")
        }
        Story::Progress => ("Progress", "A slow tool says how far it is."),
        Story::Patience => ("Patience", "A call is given up after its deadline, another one is cancelled."),
        Story::Heartbeat => ("Is anybody there?", "The client pings by itself while nobody does anything."),
        Story::AskedBack => ("Asked back", "The server asks the user for a name, and gets one."),
        Story::CounterOffer => ("A counter-offer", "The client offers a revision that was never released."),
        Story::NoHandshake => ("No handshake", "2026-07-28: each request says for itself what it needs."),
        Story::TwoFramings => {
            ("Two framings", "One end sends lines, the other waits for a header with a length.")
        }
        Story::StrayPrint => ("A stray print", "The server prints a greeting to standard output."),
        Story::BadDay => {
            ("A bad day", "Frames are dropped, late, doubled and cut by chance; the seed decides which.")
        }
    }
}
