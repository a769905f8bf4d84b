//! The names of the texts about framings, resources and prompts.

use super::key::keys;

keys! {
    /// One text about framings, resources and prompts, which only the second module knows.
    Forms {
        // How an end tells messages apart.
        Framing, FramingNewline, FramingHeader, FramingNewlineHint, FramingHeaderHint, FramingMismatch, MeansHeader,
        ComposeHeaderHint, LengthInCharacters,
        // Resources and prompts.
        ResourcesTitle, PromptsTitle, NotListed, NothingListed, NextPage, ChooseResource, ChoosePrompt, GroupResources,
        GroupTemplates, SendRequest, Deed, DeedRead, DeedSubscribe, DeedUnsubscribe, ListenHint, VariablesHint,
        ArgumentsHint,
    }
}
