//! The host application around the client: a person who says something, and a model that calls tools for it.

use core::time::Duration;

use super::Pair;
use crate::agent::{Agent, Habit, Step, Turn};
use crate::demo::Execute;
use crate::proto::error::LocalError;
use crate::proto::jsonrpc::RequestId;
use crate::proto::mcp::CallToolResult;
use crate::proto::session::{Event, Side};
use crate::proto::time::Instant;
use crate::sim::Fact;

/// How long the model thinks.
const THOUGHT: Duration = Duration::from_millis(400);

/// A model at work.
#[derive(Debug)]
pub(super) struct Host {
    agent: Agent,
    /// Until when the model thinks.
    until: Instant,
    /// The call that it waits for.
    call: Option<RequestId>,
}

impl<E: Execute> Pair<E> {
    /// When the model has thought, if it thinks.
    pub(super) fn model_is_ready(&self) -> Option<Instant> {
        let host = if crate::sim::WHOLE { self.host.as_ref()? } else { return None };
        host.agent.is_ready().then_some(host.until)
    }

    /// A person says something to the model; what it was at before is dropped.
    pub(super) fn user_says(&mut self, text: &str, habit: Habit) -> Result<(), LocalError> {
        let state = self.client.session().state();
        if !state.is_operating() {
            return Err(LocalError::NotInitialized { state });
        }
        self.host = Some(Host { agent: Agent::told(text, habit), until: self.now + THOUGHT, call: None });
        self.record(None, Fact::Said(Turn::UserSays(text.to_owned())));
        Ok(())
    }

    /// The model does what it has thought of.
    pub(super) fn think(&mut self) {
        let Some(host) = &mut self.host else { return };
        match host.agent.next_step() {
            Some(Step::Say(text)) => self.record(None, Fact::Said(Turn::Says(text))),
            Some(Step::Call { tool, arguments }) => {
                let turn = Turn::Chooses { tool: tool.clone(), arguments: arguments.clone() };
                let called = self.client.session_mut().call_tool(self.now, &tool, Some(arguments));
                let failed = match called {
                    Ok(id) => {
                        host.call = Some(id);
                        None
                    }
                    Err(error) => Some(host.agent.failed(None, &error.to_string())),
                };
                self.record(None, Fact::Said(turn));
                failed.into_iter().for_each(|turn| self.record(None, Fact::Said(turn)));
                self.drain(Side::Client, None);
            }
            None => {}
        }
    }

    /// The host looks at what its client has learned.
    pub(super) fn overhear(&mut self, event: &Event) -> Option<Turn> {
        let host = self.host.as_mut()?;
        let turn = match event {
            Event::Answered { id, outcome, .. } if host.call.as_ref() == Some(id) => match outcome {
                Err(error) => host.agent.answered(Err(error)),
                Ok(result) => match result.parse::<CallToolResult>() {
                    Ok(result) => host.agent.answered(Ok(&result)),
                    Err(mismatch) => host.agent.failed(None, &mismatch.to_string()),
                },
            },
            Event::Failed { id, error, .. } if host.call.as_ref() == Some(id) => {
                host.agent.failed(None, &error.to_string())
            }
            _ => return None,
        };
        (host.call, host.until) = (None, self.now + THOUGHT);
        Some(turn)
    }
}
