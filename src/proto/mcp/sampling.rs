//! The payloads of `sampling/createMessage` (`client/sampling`; in 2026-07-28 an input request, and deprecated).

use super::{Blocks, Role, TaskMetadata, Tool};
use crate::proto::json::{Number, RawJson, payload, words};

payload! {
    /// `params` of `sampling/createMessage`.
    pub struct CreateMessageParams {
        /// The conversation so far.
        messages: Vec<SamplingMessage> = "messages",
        /// At most this many tokens are made.
        max_tokens: Number = "maxTokens",
    }
    optional {
        /// Which model the server would like.
        model_preferences: ModelPreferences = "modelPreferences",
        /// What to tell the model first; the client may change it.
        system_prompt: String = "systemPrompt",
        /// What the client should add (other values than `none` deprecated from 2025-11-25 on).
        include_context: IncludeContext = "includeContext",
        /// How much chance to allow.
        temperature: Number = "temperature",
        /// Texts at which the model stops.
        stop_sequences: Vec<String> = "stopSequences",
        /// For the provider of the model, an object, as written.
        metadata: RawJson = "metadata",
    }
    later {
        /// The tools that the model may use (2025-11-25 and later, capability `sampling.tools`).
        tools, with_tools: Vec<Tool> = "tools",
        /// Whether it may, must or must not use them (2025-11-25 and later, capability `sampling.tools`).
        tool_choice, with_tool_choice: ToolChoice = "toolChoice",
        /// Asks for a task instead of a result (2025-11-25 only).
        task, with_task: TaskMetadata = "task",
    }
}

payload! {
    /// One message of the conversation.
    pub struct SamplingMessage {
        /// Who says it.
        role: Role = "role",
        /// What is said.
        content: Blocks = "content",
    }
}

payload! {
    /// What the server would like of a model; each priority from 0 to 1.
    #[derive(Default)]
    pub struct ModelPreferences {}
    optional {
        /// Names, the dearest first.
        hints: Vec<ModelHint> = "hints",
        /// How much it matters that it is cheap.
        cost_priority: Number = "costPriority",
        /// How much it matters that it is fast.
        speed_priority: Number = "speedPriority",
        /// How much it matters that it is clever.
        intelligence_priority: Number = "intelligencePriority",
    }
}

payload! {
    /// A hint at a model.
    #[derive(Default)]
    pub struct ModelHint {}
    optional {
        /// A part of its name, such as `sonnet`.
        name: String = "name",
    }
}

words! {
    /// Which other servers' context the client should add.
    pub enum IncludeContext {
        /// None.
        None = "none",
        /// That of the server that asks.
        ThisServer = "thisServer",
        /// That of all.
        AllServers = "allServers",
    }
}

payload! {
    /// How the model may use tools (2025-11-25 and later).
    #[derive(Default)]
    pub struct ToolChoice {}
    optional {
        /// `auto` by default.
        mode: ToolChoiceMode = "mode",
    }
}

words! {
    /// Whether the model uses tools (2025-11-25 and later).
    pub enum ToolChoiceMode {
        /// As it likes.
        Auto = "auto",
        /// At least one.
        Required = "required",
        /// None.
        None = "none",
    }
}

payload! {
    /// `result` of `sampling/createMessage`.
    pub struct CreateMessageResult {
        /// Who says it: the model.
        role: Role = "role",
        /// What it says.
        content: Blocks = "content",
        /// Which model it was.
        model: String = "model",
    }
    optional {
        /// Why it stopped, where known.
        stop_reason: StopReason = "stopReason",
    }
}

words! {
    /// Why a model stopped; models have reasons of their own as well.
    pub enum StopReason {
        /// It is the other's turn.
        EndTurn = "endTurn",
        /// It came to one of the texts to stop at.
        StopSequence = "stopSequence",
        /// It made as much as it may.
        MaxTokens = "maxTokens",
        /// It wants a tool called (2025-11-25 and later).
        ToolUse = "toolUse",
    }
}
