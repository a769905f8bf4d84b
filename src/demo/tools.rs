//! The demo tools: what they say of themselves, and what they do.

mod asking;
mod contents;
mod lookup;

use core::fmt;
use core::time::Duration;

use super::arguments::Arguments;
use super::decimal::Decimal;
use super::registry::{Context, Handler, Progress, Report, Started, ToolSpec};
use super::{calc, graphemes, music};
use crate::proto::civil;
use crate::proto::json::{LONG, Members, RawJson};
use crate::proto::mcp::{CallToolResult, ContentBlock, TaskSupport, Tool, ToolExecution};

/// Every demo tool, in the order of the list.
pub(super) fn all() -> impl Iterator<Item = ToolSpec> {
    TOOLS.iter().chain(lookup::TOOLS).chain(asking::TOOLS).chain(contents::TOOLS).map(Entry::spec)
}

/// One row of the table below.
struct Entry {
    name: &'static str,
    /// Its name for people and its annotations, an object.
    label: Option<(&'static str, &'static str)>,
    description: &'static str,
    /// The members of `properties`. Descriptions and examples are there for people: forms are built from them.
    properties: &'static str,
    required: &'static [&'static str],
    /// The members of the `properties` of its structured result, all of them required; none for no such result.
    output: &'static str,
    /// Whether a call may become a task.
    task: bool,
    handler: Handler,
}

/// What most tools have.
const PLAIN: Entry = Entry {
    name: "",
    label: None,
    description: "",
    properties: "",
    required: &[],
    output: "",
    task: false,
    handler: now,
};

const TOOLS: &[Entry] = &[
    Entry {
        name: "add",
        description: "Add two numbers, exact to the last digit.",
        properties: concat!(
            r#""a":{"type":"number","description":"The first number.","examples":[1]},"#,
            r#""b":{"type":"number","description":"The second number.","examples":[2]}"#,
        ),
        required: &["a", "b"],
        output: r#""result":{"type":"number"}"#,
        handler: add,
        ..PLAIN
    },
    Entry {
        name: "reverse",
        description: "Turn a text around. Flags, emoji families and accented letters stay whole.",
        properties: r#""text":{"type":"string","description":"The text to turn around.","examples":["Hello"]}"#,
        required: &["text"],
        handler: reverse,
        ..PLAIN
    },
    Entry {
        name: "now",
        description: "Tell the server's date and time, in UTC with milliseconds.",
        properties: "",
        required: &[],
        handler: now,
        ..PLAIN
    },
    Entry {
        name: "calc",
        description: "Calculate an expression of numbers, + - * / ** % and parentheses, in double precision.",
        properties: r#""expression":{"type":"string","description":"The expression, at most 1,000 bytes.","examples":["2 ** 10"]}"#,
        required: &["expression"],
        handler: calc,
        ..PLAIN
    },
    Entry {
        name: "play_music",
        description: "Play a song by an artist.",
        properties: r#""artist":{"type":"string","minLength":1,"maxLength":100,"description":"The artist's name, in Chinese or English.","examples":["周杰伦"]}"#,
        required: &["artist"],
        handler: play_music,
        ..PLAIN
    },
    Entry {
        name: "echo",
        description: "Say the same text again.",
        properties: r#""text":{"type":"string","description":"The text to say again.","examples":["Hello"]}"#,
        required: &["text"],
        handler: echo,
        ..PLAIN
    },
    Entry {
        name: "slow",
        description: "Wait, then say that it is done: for trying timeouts, progress and cancellation.",
        properties: r#""ms":{"type":"integer","minimum":0,"maximum":60000,"description":"How long to wait, in milliseconds.","examples":[5000]}"#,
        required: &["ms"],
        task: true,
        handler: slow,
        ..PLAIN
    },
    Entry {
        name: "fail",
        description: "Fail with a message: an error that the model sees, not one of the protocol.",
        properties: r#""message":{"type":"string","description":"What to say went wrong.","default":"no such file: /tmp/missing.txt"}"#,
        required: &[],
        handler: fail,
        ..PLAIN
    },
];

impl Entry {
    fn spec(&self) -> ToolSpec {
        let required = match self.required {
            [] => String::new(),
            names => format!(r#","required":{}"#, RawJson::from_value(names)),
        };
        let properties = self.properties;
        // Closed, so that a misspelt optional argument is noticed instead of left out.
        let schema = format!(
            r#"{{"type":"object","properties":{{{properties}}}{required},"additionalProperties":false}}"#
        );
        let json = |text: &str| RawJson::new(text).expect("the table holds JSON");
        let mut tool =
            Tool { description: Some(self.description.to_owned()), ..Tool::new(self.name, json(&schema)) };
        if let Some((title, annotations)) = self.label {
            tool.extra = Members::new().with("title", title).with("annotations", &json(annotations));
        }
        if !self.output.is_empty() {
            // The first name is the only one so far.
            let name = self.output.split('"').nth(1).unwrap_or_default();
            let schema =
                format!(r#"{{"type":"object","properties":{{{}}},"required":["{name}"]}}"#, self.output);
            tool = tool.with_output_schema(json(&schema));
        }
        if self.task {
            let execution =
                ToolExecution { task_support: Some(TaskSupport::Optional), ..ToolExecution::new() };
            tool = tool.with_execution(execution);
        }
        ToolSpec::new(tool, self.handler).expect("the table holds schemas that can be enforced")
    }
}

/// The sum of two numbers, digit for digit, in the object that is the result.
fn sum(arguments: &Arguments<'_>) -> Result<String, String> {
    let result = |sum: &dyn fmt::Display| format!(r#"{{"result":{sum}}}"#);
    // The shorter way for what a machine can count, which is nearly everything.
    let whole = |name| arguments.number(name).parse::<i64>().ok();
    if let (Some(a), Some(b)) = (whole("a"), whole("b"))
        && let Some(sum) = a.checked_add(b)
    {
        return Ok(result(&sum));
    }
    let read = |name| match arguments.number(name).parse::<Decimal>() {
        Ok(number) => Ok(number),
        Err(error) => Err(format!("/{name}: {error} cannot be added")),
    };
    read("a").and_then(|a| Ok(result(&(&a + &read("b")?))))
}

fn add(arguments: &Arguments<'_>, _: &Context<'_>) -> Started {
    match sum(arguments) {
        Ok(text) => {
            // The same for programs and, as a text, for models (TL-11). It was just written as JSON.
            let structured = RawJson::trusted(&text);
            Started::Done(CallToolResult::text(text).with_structured_content(structured))
        }
        Err(message) => Started::failure(message),
    }
}

fn reverse(arguments: &Arguments<'_>, _: &Context<'_>) -> Started {
    Started::text(graphemes::clusters(&arguments.text("text")).into_iter().rev().collect::<String>())
}

fn now(_: &Arguments<'_>, context: &Context<'_>) -> Started {
    match civil::rfc3339(context.unix_millis) {
        Some(text) => Started::text(text),
        None => Started::failure("The server's clock is past the year 9999."),
    }
}

fn calc(arguments: &Arguments<'_>, _: &Context<'_>) -> Started {
    match calc::evaluate(&arguments.text("expression")) {
        Ok(value) => Started::text(calc::display(value)),
        Err(error) => Started::failure(error.to_string()),
    }
}

fn play_music(arguments: &Arguments<'_>, _: &Context<'_>) -> Started {
    music::play(&arguments.text("artist")).map_or_else(Started::failure, Started::text)
}

fn echo(arguments: &Arguments<'_>, _: &Context<'_>) -> Started {
    let text = arguments.quoted("text");
    if text.as_written().len() < LONG {
        return Started::text(text.text());
    }
    // As it came: resolving its escapes only to write them again would cost more than all the rest.
    Started::Done(CallToolResult::new([ContentBlock::quoted(RawJson::trusted(text.as_written()))]))
}

fn slow(arguments: &Arguments<'_>, _: &Context<'_>) -> Started {
    // The schema's minimum is 0.
    let millis = arguments.integer("ms").unsigned_abs();
    let after = Duration::from_millis(millis);
    // Often enough to see it move, and never more often than an eye can follow.
    let total = u32::try_from(millis / 250).unwrap_or(u32::MAX).min(10);
    let report = |done| Report {
        after: after * done / total.max(1),
        progress: Some(Progress { done, total }),
        message: format!("{done} of {total}"),
    };
    let reports = (1..total).map(report).collect();
    Started::Later { after, reports, result: CallToolResult::text("done") }
}

fn fail(arguments: &Arguments<'_>, _: &Context<'_>) -> Started {
    let message = arguments.optional_text("message");
    let message = message.as_deref().unwrap_or("no such file: /tmp/missing.txt");
    Started::failure(format!("Error: {message}"))
}

#[cfg(test)]
mod tests;
