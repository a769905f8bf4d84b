//! The demo tools: what they say of themselves, and what they do.

use core::time::Duration;

use super::arguments::Arguments;
use super::decimal::Decimal;
use super::registry::{Context, Handler, Started, ToolSpec};
use super::{calc, graphemes, music};
use crate::proto::civil;
use crate::proto::json::RawJson;
use crate::proto::mcp::{CallToolResult, Tool};

/// Every demo tool, in the order of the list.
pub(super) fn all() -> impl Iterator<Item = ToolSpec> {
    TOOLS.iter().map(Entry::spec)
}

/// One row of the table below.
struct Entry {
    name: &'static str,
    description: &'static str,
    /// The members of `properties`. Descriptions and examples are there for people: forms are built from them.
    properties: &'static str,
    required: &'static [&'static str],
    handler: Handler,
}

const TOOLS: &[Entry] = &[
    Entry {
        name: "add",
        description: "Add two numbers, exact to the last digit.",
        properties: concat!(
            r#""a":{"type":"number","description":"The first number.","examples":[1]},"#,
            r#""b":{"type":"number","description":"The second number.","examples":[2]}"#,
        ),
        required: &["a", "b"],
        handler: add,
    },
    Entry {
        name: "reverse",
        description: "Turn a text around. Flags, emoji families and accented letters stay whole.",
        properties: r#""text":{"type":"string","description":"The text to turn around.","examples":["Hello"]}"#,
        required: &["text"],
        handler: reverse,
    },
    Entry {
        name: "now",
        description: "Tell the server's date and time, in UTC with milliseconds.",
        properties: "",
        required: &[],
        handler: now,
    },
    Entry {
        name: "calc",
        description: "Calculate an expression of numbers, + - * / ** % and parentheses, in double precision.",
        properties: r#""expression":{"type":"string","description":"The expression, at most 1,000 bytes.","examples":["2 ** 10"]}"#,
        required: &["expression"],
        handler: calc,
    },
    Entry {
        name: "play_music",
        description: "Play a song by an artist.",
        properties: r#""artist":{"type":"string","minLength":1,"maxLength":100,"description":"The artist's name, in Chinese or English.","examples":["周杰伦"]}"#,
        required: &["artist"],
        handler: play_music,
    },
    Entry {
        name: "echo",
        description: "Say the same text again.",
        properties: r#""text":{"type":"string","description":"The text to say again.","examples":["Hello"]}"#,
        required: &["text"],
        handler: echo,
    },
    Entry {
        name: "slow",
        description: "Wait, then say that it is done: for trying timeouts, progress and cancellation.",
        properties: r#""ms":{"type":"integer","minimum":0,"maximum":60000,"description":"How long to wait, in milliseconds.","examples":[5000]}"#,
        required: &["ms"],
        handler: slow,
    },
    Entry {
        name: "fail",
        description: "Fail with a message: an error that the model sees, not one of the protocol.",
        properties: r#""message":{"type":"string","description":"What to say went wrong.","default":"no such file: /tmp/missing.txt"}"#,
        required: &[],
        handler: fail,
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
        let tool = Tool {
            description: Some(self.description.to_owned()),
            ..Tool::new(self.name, RawJson::new(schema).expect("the table holds JSON"))
        };
        ToolSpec::new(tool, self.handler).expect("the table holds schemas that can be enforced")
    }
}

fn add(arguments: &Arguments, _: &Context) -> Started {
    let read = |name| match arguments.number(name).parse::<Decimal>() {
        Ok(number) => Ok(number),
        Err(error) => Err(format!("/{name}: {error} cannot be added")),
    };
    match read("a").and_then(|a| Ok(&a + &read("b")?)) {
        Ok(sum) => Started::text(format!(r#"{{"result":{sum}}}"#)),
        Err(message) => Started::failure(message),
    }
}

fn reverse(arguments: &Arguments, _: &Context) -> Started {
    Started::text(graphemes::clusters(arguments.text("text")).into_iter().rev().collect::<String>())
}

fn now(_: &Arguments, context: &Context) -> Started {
    match civil::rfc3339(context.unix_millis) {
        Some(text) => Started::text(text),
        None => Started::failure("The server's clock is past the year 9999."),
    }
}

fn calc(arguments: &Arguments, _: &Context) -> Started {
    match calc::evaluate(arguments.text("expression")) {
        Ok(value) => Started::text(calc::display(value)),
        Err(error) => Started::failure(error.to_string()),
    }
}

fn play_music(arguments: &Arguments, _: &Context) -> Started {
    music::play(arguments.text("artist")).map_or_else(Started::failure, Started::text)
}

fn echo(arguments: &Arguments, _: &Context) -> Started {
    Started::text(arguments.text("text"))
}

fn slow(arguments: &Arguments, _: &Context) -> Started {
    // The schema's minimum is 0.
    let after = Duration::from_millis(arguments.integer("ms").unsigned_abs());
    Started::Later { after, result: CallToolResult::text("done") }
}

fn fail(arguments: &Arguments, _: &Context) -> Started {
    let message = arguments.optional_text("message").unwrap_or("no such file: /tmp/missing.txt");
    Started::failure(format!("Error: {message}"))
}

#[cfg(test)]
mod tests;
