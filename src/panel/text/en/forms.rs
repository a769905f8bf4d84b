//! English, about framings, resources and prompts.

use crate::panel::text::Forms;

pub(in crate::panel::text) const fn form(key: Forms) -> &'static str {
    match key {
        Forms::Framing => "Framing",
        Forms::FramingNewline => "one message a line (MCP)",
        Forms::FramingHeader => "Content-Length (LSP framing, not part of MCP)",
        Forms::FramingNewlineHint => "A line feed ends each message, so no message may hold one.",
        Forms::FramingHeaderHint => {
            "LSP framing, not part of MCP: a header with the length in bytes stands before each message, and nothing after it."
        }
        Forms::FramingMismatch => {
            "The other side frames differently. Neither will find a message in what the other writes: send something and watch."
        }
        Forms::MeansHeader => {
            "LSP framing, not part of MCP: how many bytes the message has, then a blank line. The message begins right after it."
        }
        Forms::LengthInCharacters => {
            "The header says {declared} where the message has {bytes} bytes: somebody has counted characters. This reader puts it right; most cut the message there, and lose the next one as well."
        }
        Forms::ComposeHeaderHint => {
            "LSP framing, not part of MCP: the header is written for you, with the length of what stands here."
        }
        Forms::ResourcesTitle => "Read a resource",
        Forms::PromptsTitle => "Get a prompt",
        Forms::NotListed => "The client does not know yet what there is: ask for a list first.",
        Forms::NothingListed => "The server says that it has none.",
        Forms::NextPage => "next page",
        Forms::ChooseResource => "Resource",
        Forms::ChoosePrompt => "Prompt",
        Forms::GroupResources => "Resources",
        Forms::GroupTemplates => "Templates",
        Forms::SendRequest => "Send",
        Forms::Deed => "What to do with it",
        Forms::DeedRead => "read",
        Forms::DeedSubscribe => "subscribe",
        Forms::DeedUnsubscribe => "unsubscribe",
        Forms::ListenHint => {
            "This revision has one request for all that a client wants to be told; cancelling it ends that."
        }
        Forms::VariablesHint => {
            "The fields fill the braces of the template. One that is left out is written as nothing."
        }
        Forms::ArgumentsHint => "Arguments of prompts are always texts. Left out and empty are not the same.",
    }
}
