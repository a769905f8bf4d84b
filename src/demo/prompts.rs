//! The demo prompts: what they say of themselves, and what they become when they are filled.

use crate::proto::json::Members;
use crate::proto::jsonrpc::ErrorObject;
use crate::proto::mcp::{
    ContentBlock, GetPromptParams, GetPromptResult, Prompt, PromptArgument, PromptMessage, Role,
};

/// The moods that a song can be asked for in.
pub(super) const MOODS: [&str; 6] = ["calm", "cheerful", "energetic", "melancholic", "romantic", "安静"];

/// Every prompt, in the order of the list.
pub(super) fn all() -> [Prompt; 3] {
    let argument = |name: &str, description: &str, required| PromptArgument {
        description: Some(description.to_owned()),
        required,
        ..PromptArgument::new(name)
    };
    let prompt = |name: &str, title: &str, description: &str, arguments: Vec<PromptArgument>| {
        Prompt { description: Some(description.to_owned()), arguments: Some(arguments), ..Prompt::new(name) }
            .with_title(title)
    };
    [
        prompt("introduce", "Introduce yourself", "Ask the model who it is.", Vec::new()),
        prompt(
            "suggest_song",
            "Suggest a song",
            "Ask for a song by an artist, in a mood.",
            vec![
                argument("artist", "The artist's name, in Chinese or English.", true),
                argument("mood", "The mood that the song should have.", false),
            ],
        ),
        prompt(
            "summarize_file",
            "Summarize a file",
            "Ask for a summary of a file of the server's folder.",
            vec![argument("path", "The file, from the base directory on.", true)],
        ),
    ]
}

/// The prompt that `params` ask for, filled; `embed` makes a block of a file of the folder.
///
/// # Errors
/// -32602 when there is no such prompt or an argument is missing, no text, or unknown (PT-07).
pub(super) fn get(
    params: &GetPromptParams,
    embed: impl FnOnce(&str) -> Result<ContentBlock, ErrorObject>,
) -> Result<GetPromptResult, ErrorObject> {
    let prompts = all();
    let (prompt, texts) = prompt_arguments(&prompts, params)?;
    let text = |name: &str| texts.peek::<String>(name).ok().flatten();
    let said = |text: String| PromptMessage::new(Role::User, ContentBlock::text(text));
    let messages = match params.name.as_str() {
        "suggest_song" => {
            let artist = text("artist").unwrap_or_default();
            let mood = text("mood").map_or_else(String::new, |mood| format!(" The mood: {mood}."));
            vec![
                said(format!("Suggest one song by {artist} and say in one sentence why.{mood}")),
                PromptMessage::new(Role::Assistant, ContentBlock::text("Let me think of one.")),
            ]
        }
        "summarize_file" => {
            let block = embed(&text("path").unwrap_or_default())?;
            vec![
                said("Summarize this file in three sentences.".to_owned()),
                PromptMessage::new(Role::User, block),
            ]
        }
        _ => vec![said("Who are you, and what can you do for me?".to_owned())],
    };
    Ok(GetPromptResult { description: prompt.description.clone(), ..GetPromptResult::new(messages) })
}

/// Which of `prompts` is asked for, and its arguments, all of them texts.
///
/// # Errors
/// -32602 when there is no such prompt or an argument is missing, no text, or unknown (PT-07).
pub fn prompt_arguments<'a>(
    prompts: &'a [Prompt],
    params: &GetPromptParams,
) -> Result<(&'a Prompt, Members), ErrorObject> {
    let invalid = |why: String| ErrorObject::invalid_params(&why);
    let prompt = prompts.iter().find(|prompt| prompt.name == params.name);
    let prompt = prompt.ok_or_else(|| invalid(format!("/name: there is no prompt {:?}", params.name)))?;
    let given = params.arguments.clone().unwrap_or_default();
    let known = prompt.arguments.as_deref().unwrap_or_default();
    if let Some((name, _)) = given.iter().find(|(name, _)| !known.iter().any(|known| known.name == **name)) {
        return Err(invalid(format!("/arguments/{name}: the prompt has no such argument")));
    }
    let read = |name: &str| given.peek::<String>(name).map_err(|why| invalid(format!("/arguments{why}")));
    let mut texts = Members::new();
    for argument in known {
        match read(&argument.name)? {
            Some(text) => texts.set(&argument.name, text.as_str()),
            None if argument.required => {
                return Err(invalid(format!("/arguments/{}: it is required", argument.name)));
            }
            None => {}
        }
    }
    Ok((prompt, texts))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proto::json::FromJson as _;

    fn filled(text: &str) -> Result<GetPromptResult, String> {
        let params = GetPromptParams::from_json(text).expect(text);
        get(&params, |path| Ok(ContentBlock::text(path)))
            .map_err(|error| format!("{} {}", error.code, error.data.expect("says why")))
    }

    #[test]
    fn a_prompt_is_filled_with_what_it_asks_for() {
        let result =
            filled(r#"{"name":"suggest_song","arguments":{"artist":"周杰伦","mood":"calm"}}"#).expect("fits");
        let text = result.messages[0].content.text.clone().expect("a text");
        assert_eq!(text, "Suggest one song by 周杰伦 and say in one sentence why. The mood: calm.");
        assert_eq!(result.messages[1].role, Role::Assistant);
        let without = filled(r#"{"name":"suggest_song","arguments":{"artist":"A"}}"#).expect("fits");
        assert!(without.messages[0].content.text.as_deref().is_some_and(|text| text.ends_with("why.")));
        assert_eq!(filled(r#"{"name":"introduce"}"#).expect("fits").messages.len(), 1);
        let file = filled(r#"{"name":"summarize_file","arguments":{"path":"a.txt"}}"#).expect("fits");
        assert_eq!(file.messages[1].content, ContentBlock::text("a.txt"));
    }

    #[test]
    fn what_does_not_fit_is_refused_with_its_place() {
        for (text, expected) in [
            (r#"{"name":"nope"}"#, r#"-32602 "/name: there is no prompt \"nope\"""#),
            (r#"{"name":"suggest_song"}"#, r#"-32602 "/arguments/artist: it is required""#),
            (
                r#"{"name":"suggest_song","arguments":{"artist":7}}"#,
                r#"-32602 "/arguments/artist: expected a string, found a number""#,
            ),
            (
                r#"{"name":"introduce","arguments":{"a":"b"}}"#,
                r#"-32602 "/arguments/a: the prompt has no such argument""#,
            ),
        ] {
            assert_eq!(filled(text).expect_err(text), expected, "{text}");
        }
    }
}
