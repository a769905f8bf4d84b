//! Questions of tools and prompts to the client: with the answer in 2026-07-28, by requests of our own before.

use super::asked::Asked;
use super::calls::{Job, Key};
use super::{Execute, Server};
use crate::demo::{Answers, Question};
use crate::proto::json::{JsonSlice, Members, Mismatch, RawJson};
use crate::proto::jsonrpc::{ErrorObject, RequestId};
use crate::proto::mcp::{
    CallToolResult, Direction, InputRequiredResult, MethodSpec, Need, ResultType, Version, declares, names,
};
use crate::proto::session::{RequestOptions, ServerSession};

/// For how long a client may take to answer questions in 2026-07-28.
const STATE_LIFE_MS: u64 = 10 * 60 * 1_000;

impl<E: Execute> Server<E> {
    /// A tool wants to know more. In 2026-07-28 it is told with the answer, before by requests of our own.
    pub(super) fn ask(&mut self, key: Key, job: Job, questions: Vec<Question>) {
        let session = self.connection.session();
        let caller = session.open_request(&job.id).and_then(|open| open.caller.as_ref());
        match caller.map(|caller| caller.capabilities.clone()) {
            Some(declared) => self.ask_back(&key, job, questions, &declared),
            None => self.ask_one_by_one(key, job, questions),
        }
    }

    fn ask_back(&mut self, key: &Key, job: Job, questions: Vec<Question>, declared: &Members) {
        let mut requests = Members::new();
        let mut lacking = None;
        for question in questions {
            let spec = MethodSpec::find_input_request(question.method, Version::LATEST);
            if let Some(Need { capability, .. }) = spec.and_then(|spec| spec.need)
                && !declares(declared, capability)
            {
                lacking = Some(capability);
                if question.needed {
                    requests = Members::new();
                    break;
                }
                continue;
            }
            let mut request = Members::new().with("method", question.method);
            if let Some(params) = &question.params {
                request.set("params", params);
            }
            requests.set(question.key, &request);
        }
        if let Some(capability) = lacking.filter(|_| requests.is_empty()) {
            return self.respond(&job.id, Err(ServerSession::missing_capability(capability)));
        }
        let expires = self.executor.unix_millis(self.now) + STATE_LIFE_MS;
        let state = Members::new().with("until", &(expires as i64)).with("answers", &job.answers.results());
        let state = RawJson::from_value(&state);
        let purpose = purpose(job.method, &job.name, job.arguments.as_ref().map(RawJson::as_str));
        let state = self.sealer.seal(&purpose, state.as_str());
        let input = InputRequiredResult {
            input_requests: Some(requests),
            request_state: Some(state),
            ..InputRequiredResult::new(ResultType::InputRequired)
        };
        let asked = self.connection.session_mut().ask_back(&job.id, &input);
        debug_assert!(asked.is_ok(), "what is missing was looked for: {asked:?}");
        debug_assert!(matches!(key, Key::Call(_)), "there are no tasks of the core in 2026-07-28");
    }

    /// The answers that a request brings: those of earlier rounds, sealed in its state, and the new ones.
    pub(super) fn answers_of(
        &self,
        id: &RequestId,
        method: &str,
        params: &Asked<'_>,
    ) -> Result<Answers, ErrorObject> {
        if self.version(id) != Version::V2026_07_28 {
            return Ok(Answers::default());
        }
        let invalid = |why: &str| ErrorObject::invalid_params(why);
        let odd = |mismatch: Mismatch| ErrorObject::invalid_params(&mismatch.to_string());
        let mut answers = Answers::default();
        if let Some(state) = params.extra.peek::<String>("requestState").map_err(odd)? {
            // Whoever brings it may have changed it, or brings it with another request (MR-12).
            let foreign = "/requestState: it was not given for this request";
            let purpose = purpose(method, &params.name, params.arguments.map(JsonSlice::as_str));
            let opened = self.sealer.open(&purpose, &state);
            let opened =
                RawJson::new(opened.ok_or_else(|| invalid(foreign))?).map_err(|_| invalid(foreign))?;
            let mut opened: Members = opened.parse().map_err(odd)?;
            let until: i64 = opened.required("until").map_err(odd)?;
            if (until as u64) < self.executor.unix_millis(self.now) {
                return Err(invalid("/requestState: it is too old; make the request anew"));
            }
            answers = Answers::of(&opened.required("answers").map_err(odd)?);
        }
        for (key, answer) in
            params.extra.peek::<Members>("inputResponses").map_err(odd)?.unwrap_or_default().iter()
        {
            if !answer.is_object() {
                return Err(invalid(&format!("/inputResponses/{key}: expected an object")));
            }
            answers.set(key, Ok(answer.clone()));
        }
        Ok(answers)
    }

    fn ask_one_by_one(&mut self, key: Key, mut job: Job, questions: Vec<Question>) {
        let version = self.version(&job.id);
        let session = self.connection.session_mut();
        for question in questions {
            let spec = MethodSpec::find(question.method, version, Direction::ServerToClient);
            let declared = session.client().map(|client| &client.capabilities);
            let lacks = |need: Need| declared.is_none_or(|declared| !declares(declared, need.capability));
            let why = match spec.map(|spec| spec.need) {
                None => Some(format!("revision {version} does not have")),
                Some(Some(need)) if lacks(need) => Some("the client has not declared".to_owned()),
                Some(_) => None,
            };
            if let Some(why) = why {
                let what = if job.method == names::PROMPTS_GET { "prompt" } else { "tool" };
                let text = format!("This {what} asks the client by {}, which {why}.", question.method);
                if !question.needed {
                    job.answers.set(question.key, Err(ErrorObject::internal(&text)));
                    continue;
                }
                let after = self.now.saturating_since(job.started);
                self.withdraw(core::mem::take(&mut job.asked));
                return match job.method {
                    names::PROMPTS_GET => self.respond(&job.id, Err(ErrorObject::internal(&text))),
                    _ => self.complete(&key, &job.id, after, CallToolResult::failure(text)),
                };
            }
            let options = RequestOptions::default();
            match session.request(self.now, question.method, question.params, options) {
                Ok(id) => {
                    self.questions.insert(id.clone(), (key.clone(), question.key));
                    job.asked.push(id);
                }
                Err(error) => job.answers.set(question.key, Err(ErrorObject::internal(&error.to_string()))),
            }
        }
        self.wait_or_resume(key, job);
    }

    fn wait_or_resume(&mut self, key: Key, job: Job) {
        if job.asked.is_empty() {
            self.resume(key, job);
        } else {
            self.jobs.insert(key, job);
        }
    }

    /// The client has answered a question of a tool, or never will.
    pub(super) fn take_answer(&mut self, id: &RequestId, outcome: Result<RawJson, ErrorObject>) {
        let Some((key, name)) = self.questions.remove(id) else { return };
        let Some(mut job) = self.jobs.remove(&key) else { return };
        job.answers.set(name, outcome);
        job.asked.retain(|open| open != id);
        self.wait_or_resume(key, job);
    }

    fn resume(&mut self, key: Key, job: Job) {
        let id = job.id.clone();
        if let (Err(error), Key::Call(_)) = (self.run(key.clone(), job), &key) {
            self.respond(&id, Err(error));
        }
    }

    /// Nobody needs the answers to these questions any more.
    pub(super) fn withdraw(&mut self, asked: Vec<RequestId>) {
        for question in asked {
            self.questions.remove(&question);
            // It may have been answered in the same moment.
            let _ = self.connection.session_mut().cancel(&question, "the call was cancelled");
        }
    }
}

/// What a state is good for: this call of this tool, or this prompt filled like this.
fn purpose(method: &str, name: &str, arguments: Option<&str>) -> String {
    [method, "\n", name, "\n", arguments.unwrap_or_default()].concat()
}
