//! Of `wirelab agent`.

use std::fmt::Display;
use std::path::Path;

pub(in crate::native::cli) const AGENT: &str =
    "Talk to a scripted model that calls the tools of a server, or call them by hand";
pub(in crate::native::cli) const AGENT_LONG: &str = "\
Start a server and a host application in small around its client: a person says something, a scripted model chooses a \
tool, the tool runs, the model answers. The model knows one wish, to hear a song; what is shown is what of each answer \
a model gets to see. A tool that fails (isError) tells the model why, and it tries something else; a JSON-RPC error \
never reaches it.

With --script the model has a part that you have written, for any server. Each line is one thing that happens: `user:` what \
the person says, `call:` a tool and its arguments, `error:` what the model says if that has failed, `say:` what it says; \
{result} stands for what it has read last, and # begins a remark.

Without --say and --script it takes line after line: `TOOL JSON` calls a tool of the server by hand, `quit` or the end of the input \
ends, and anything else is said to the model.";
pub(in crate::native::cli) const AGENT_AFTER: &str = "\
Examples:
  wirelab agent --say 'play me a song by Jay Chou' -- wirelab serve
  wirelab agent --say '播放一首周杰轮的歌' -- wirelab serve
  wirelab agent --careless --say 'play me a song by Jay Chou' -- wirelab serve
  wirelab agent --script story.txt -- wirelab serve
  wirelab agent -- wirelab serve";
pub(in crate::native::cli) const SAY: &str = "What the person says; then the story ends";
pub(in crate::native::cli) const SCRIPT: &str = "Play the stories in this file";
pub(in crate::native::cli) const CARELESS: &str = "A model that gets the name of the tool wrong";

pub(in crate::native::cli) const GREETING: &str =
    "`TOOL JSON` calls a tool, `quit` ends, anything else is said to the model: play me a song by Jay Chou";
pub(in crate::native::cli) const YOU: &str = "you";
pub(in crate::native::cli) const PERSON: &str = "person";
pub(in crate::native::cli) const MODEL: &str = "model";
pub(in crate::native::cli) const HOST: &str = "host";
pub(in crate::native::cli) const TOOL: &str = "tool";
pub(in crate::native::cli) const BLIND: &str =
    "the model sees nothing of this: it waits, and the person with it";

pub(in crate::native::cli) const NO_STORY: &str = "there is no story in it";

pub(in crate::native::cli) fn file(file: &Path, why: &dyn Display) -> String {
    format!("{}: {why}", file.display())
}

pub(in crate::native::cli) fn chooses(tool: &str, arguments: &str) -> String {
    format!("chooses {tool} {arguments}")
}

pub(in crate::native::cli) fn reads(text: &str, is_error: bool) -> String {
    if is_error { format!("reads (isError): {text}") } else { format!("reads: {text}") }
}

pub(in crate::native::cli) fn host_gets(code: Option<i64>, message: &str) -> String {
    match code {
        Some(code) => format!("gets a JSON-RPC error: {code} {message}"),
        None => format!("gets no answer: {message}"),
    }
}

pub(in crate::native::cli) fn not_json(why: &str) -> String {
    format!("the arguments are no JSON: {why}")
}
