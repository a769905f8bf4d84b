//! Prompts that are filled, at once or after the client was asked.

use super::asked::Asked;
use super::calls::{Job, Key};
use super::{Execute, Filled, Server};
use crate::proto::json::RawJson;
use crate::proto::jsonrpc::{ErrorObject, RequestId};
use crate::proto::mcp::{GetPromptParams, names};

impl<E: Execute> Server<E> {
    pub(super) fn get_prompt(&mut self, id: &RequestId, params: Option<&RawJson>) -> Result<(), ErrorObject> {
        let params = Asked::read(params)?;
        let answers = self.answers_of(id, names::PROMPTS_GET, &params)?;
        self.fill(Job::new(id, names::PROMPTS_GET, params, answers, self.now))
    }

    /// Fills a prompt, or asks what it has to know first.
    pub(super) fn fill(&mut self, job: Job) -> Result<(), ErrorObject> {
        let arguments = job.arguments.as_ref().map(RawJson::parse).transpose();
        let arguments =
            arguments.map_err(|why| ErrorObject::invalid_params(&why.within("arguments").to_string()))?;
        let params = GetPromptParams { arguments, ..GetPromptParams::new(job.name.as_str()) };
        match self.executor.prompt(&params, &job.answers)? {
            Filled::Done(result) => self.respond(&job.id, Ok(RawJson::from_value(&result))),
            Filled::Ask(questions) => self.ask(Key::Call(job.id.clone()), job, questions),
        }
        Ok(())
    }
}
