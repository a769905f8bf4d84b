//! English, about the model and the host around it.

use crate::panel::text::Story;

pub(in crate::panel::text) const fn story(key: Story) -> &'static str {
    match key {
        Story::Title => "What the model sees",
        Story::Lead => {
            "A person asks for a song. The model of the host application calls a tool through this client, and what comes back decides what it can do. The model is a script; the frames are real."
        }
        Story::Song => "A song",
        Story::SongHint => "The tool runs, the model answers.",
        Story::Recovers => "A misspelt name",
        Story::RecoversHint => "The tool fails with isError. The model reads why, and tries again.",
        Story::Stuck => "A tool that is not there",
        Story::StuckHint => "A JSON-RPC error. The model never learns of it.",
        Story::YouSay => "What you say to the model",
        Story::Say => "Say it",
        Story::NotYet => "First the two have to shake hands: press Step.",
        Story::Person => "Person",
        Story::ModelChooses => "Model chooses a tool",
        Story::ModelReads => "Model reads",
        Story::HostGets => "Host gets an error",
        Story::ModelSays => "Model",
        Story::SeesNothing => "The model sees nothing of this. It waits, and the person with it.",
    }
}
