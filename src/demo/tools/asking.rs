//! The tools that ask the client back: its user, its model, its folders.

use super::{Entry, PLAIN};
use crate::demo::answers::Question;
use crate::demo::arguments::Arguments;
use crate::demo::registry::{Context, Started};
use crate::proto::json::{Members, RawJson};
use crate::proto::mcp::{
    ContentBlock, CreateMessageParams, CreateMessageResult, ElicitAction, ElicitParams, ElicitResult,
    FormSchema, ListRootsResult, Role, SamplingMessage,
};

/// They change nothing here, but whom they ask is outside.
const ASKS: &str = r#"{"readOnlyHint":true,"openWorldHint":true}"#;

pub(super) const TOOLS: &[Entry] = &[
    Entry {
        name: "greet_user",
        label: Some(("Greet the user", ASKS)),
        description: "Ask the user for a name, then greet. Needs a client that can ask its user (elicitation).",
        handler: greet_user,
        ..PLAIN
    },
    Entry {
        name: "ask_model",
        label: Some(("Ask the model", ASKS)),
        description: "Ask the client's model a question and tell its answer. Needs a client with a model (sampling).",
        properties: r#""question":{"type":"string","minLength":1,"maxLength":1000,"description":"What to ask.","examples":["What is the capital of France?"]}"#,
        required: &["question"],
        handler: ask_model,
        ..PLAIN
    },
    Entry {
        name: "show_roots",
        label: Some(("Show roots", ASKS)),
        description: "Tell which folders the client works in. Needs a client that tells them (roots).",
        handler: show_roots,
        ..PLAIN
    },
];

fn ask(key: &'static str, method: &'static str, params: Option<RawJson>) -> Started {
    Started::Ask(vec![Question { key, method, params, needed: true }])
}

fn greet_user(_: &Arguments<'_>, context: &Context<'_>) -> Started {
    const KEY: &str = "name";
    let Some(answer) = context.answers.read::<ElicitResult>(KEY) else {
        let field = Members::new().with("type", "string").with("title", "Name").with("minLength", &1_i64);
        let schema = FormSchema {
            required: Some(vec![KEY.to_owned()]),
            ..FormSchema::new("object", Members::new().with(KEY, &field))
        };
        let params =
            ElicitParams { requested_schema: Some(schema), ..ElicitParams::new("What is your name?") };
        return ask(KEY, "elicitation/create", Some(RawJson::from_value(&params)));
    };
    let answer = match answer {
        Ok(answer) => answer,
        Err(why) => return Started::failure(why),
    };
    match answer.action {
        ElicitAction::Accept => match answer.content.unwrap_or_default().required::<String>(KEY) {
            Ok(name) => Started::text(format!("Hello, {name}!")),
            Err(mismatch) => Started::failure(format!("The user's answer does not fit: {mismatch}")),
        },
        ElicitAction::Decline => Started::text("The user does not want to give a name. Hello all the same!"),
        _ => Started::text("The user has closed the question. Hello all the same!"),
    }
}

fn ask_model(arguments: &Arguments<'_>, context: &Context<'_>) -> Started {
    const KEY: &str = "answer";
    let Some(answer) = context.answers.read::<CreateMessageResult>(KEY) else {
        let message = SamplingMessage::new(Role::User, ContentBlock::text(arguments.text("question")));
        let params = CreateMessageParams::new([message], 200);
        return ask(KEY, "sampling/createMessage", Some(RawJson::from_value(&params)));
    };
    match answer {
        Ok(answer) => {
            let texts: Vec<_> =
                answer.content.as_slice().iter().filter_map(|block| block.text.clone()).collect();
            Started::text(format!("{} says: {}", answer.model, texts.join("\n")))
        }
        Err(why) => Started::failure(why),
    }
}

fn show_roots(_: &Arguments<'_>, context: &Context<'_>) -> Started {
    const KEY: &str = "roots";
    let Some(answer) = context.answers.read::<ListRootsResult>(KEY) else {
        return ask(KEY, "roots/list", None);
    };
    match answer {
        Ok(answer) if answer.roots.is_empty() => Started::text("The client works in no folder."),
        Ok(answer) => {
            let line = |root: &crate::proto::mcp::Root| match &root.name {
                Some(name) => format!("{name}: {}", root.uri),
                None => root.uri.clone(),
            };
            Started::text(answer.roots.iter().map(line).collect::<Vec<_>>().join("\n"))
        }
        Err(why) => Started::failure(why),
    }
}
