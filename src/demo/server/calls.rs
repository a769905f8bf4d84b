//! Calls of tools: they finish at once or later, report how far they are, ask the client, or become tasks.

use core::time::Duration;

use super::asked::Asked;
use super::{Call, Completion, Execute, Server, Timer};
use crate::demo::fit;
use crate::demo::{Answers, CallError, Question, Report, Started};
use crate::proto::json::{JsonSlice, Members, RawJson};
use crate::proto::jsonrpc::{ErrorObject, RequestId};
use crate::proto::mcp::{
    CallToolResult, Direction, InputRequiredResult, LoggingLevel, MethodSpec, Need, ResultType, TaskSupport,
    Version, declares, names,
};
use crate::proto::session::{RequestOptions, ServerSession, UnknownTool};
use crate::proto::time::Instant;

/// For how long a client may take to answer questions in 2026-07-28.
const STATE_LIFE_MS: u64 = 10 * 60 * 1_000;

/// Where the result of a call goes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Key {
    /// It answers the request.
    Call(RequestId),
    /// It is kept for who asks for the task.
    Task(String),
}

impl Key {
    /// What names it to somebody who looks on.
    pub(super) fn request(&self) -> RequestId {
        match self {
            Self::Call(id) => id.clone(),
            Self::Task(task) => RequestId::from(task.as_str()),
        }
    }
}

/// A call that has not finished.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) id: RequestId,
    name: String,
    arguments: Option<RawJson>,
    answers: Answers,
    started: Instant,
    /// What is still to be told, the next last.
    reports: Vec<Report>,
    result: Option<CallToolResult>,
    /// Whether somebody outside finishes it.
    pub(super) outside: bool,
    /// The requests of ours whose answers it waits for.
    asked: Vec<RequestId>,
}

impl<E: Execute> Server<E> {
    pub(super) fn call(&mut self, id: &RequestId, params: Option<&RawJson>) -> Result<(), ErrorObject> {
        let params = Asked::read(params)?;
        let answers = self.answers_of(id, &params)?;
        let task = params
            .extra
            .peek::<Members>("task")
            .map_err(|why| ErrorObject::invalid_params(&why.to_string()))?;
        let key = match task.filter(|_| self.version(id) == Version::V2025_11_25) {
            Some(task) => self.new_task(id, &params.name, &task)?,
            None => {
                self.check_no_task_needed(id, &params.name)?;
                Key::Call(id.clone())
            }
        };
        self.log(id, LoggingLevel::Info, &["tools/call of ", &params.name]);
        self.count_call();
        let call =
            Call { now: self.now, id, name: &params.name, arguments: params.arguments, answers: &answers };
        let started = match self.start(&key, &call) {
            Ok(started) => started,
            Err(error) => {
                if let Key::Task(task) = &key {
                    self.tasks.remove(task);
                }
                return Err(error);
            }
        };
        match started {
            Started::Done(result) => self.complete(&key, id, Duration::ZERO, result),
            started => {
                let job = Job {
                    id: id.clone(),
                    name: params.name.into_owned(),
                    arguments: params.arguments.map(JsonSlice::to_raw),
                    answers,
                    started: self.now,
                    reports: Vec::new(),
                    result: None,
                    outside: false,
                    asked: Vec::new(),
                };
                self.go_on(key, job, started);
            }
        }
        Ok(())
    }

    /// Takes a tool up again.
    fn run(&mut self, key: Key, job: Job) -> Result<(), ErrorObject> {
        let call = Call {
            now: self.now,
            id: &job.id,
            name: &job.name,
            arguments: job.arguments.as_ref().map(RawJson::as_slice),
            answers: &job.answers,
        };
        let started = self.start(&key, &call)?;
        self.go_on(key, job, started);
        Ok(())
    }

    fn start(&mut self, key: &Key, call: &Call<'_>) -> Result<Started, ErrorObject> {
        let started = match self.executor.start(call) {
            Err(error @ CallError::UnknownTool { .. })
                if self.connection.session().policy().unknown_tool == UnknownTool::ToolError =>
            {
                Started::failure(error.to_string())
            }
            started => started?,
        };
        if let Key::Task(task) = key {
            // From now on the request is answered: it has become a task.
            self.answer_with_task(call.id, task);
        }
        Ok(started)
    }

    /// Does what a tool asks for that was started.
    fn go_on(&mut self, key: Key, mut job: Job, started: Started) {
        match started {
            Started::Done(result) => {
                let after = self.now.saturating_since(job.started);
                self.complete(&key, &job.id, after, result);
            }
            Started::Later { after, reports, result } => {
                self.timers.set(Timer::Finish(key.clone()), job.started + after);
                if self.wants_progress(&key) {
                    job.reports = reports;
                    job.reports.reverse();
                    self.arm_report(&key, &job);
                }
                job.result = Some(result);
                self.jobs.insert(key, job);
            }
            Started::Outside(query) => {
                self.queries.push((job.id.clone(), query));
                job.outside = true;
                self.jobs.insert(key, job);
            }
            Started::Ask(questions) => self.ask(key, job, questions),
        }
    }

    fn wants_progress(&self, key: &Key) -> bool {
        let Key::Call(id) = key else { return false };
        let open = self.connection.session().open_request(id);
        open.is_some_and(|open| open.progress_token.is_some())
    }

    fn arm_report(&mut self, key: &Key, job: &Job) {
        if let Some(next) = job.reports.last() {
            self.timers.set(Timer::Report(key.clone()), job.started + next.after);
        }
    }

    /// Tells how far a tool is.
    pub(super) fn report(&mut self, key: &Key) {
        let Some(job) = self.jobs.get_mut(key) else { return };
        let Some(report) = job.reports.pop() else { return };
        let id = job.id.clone();
        let message = (self.version(&id) >= Version::V2025_03_26).then_some(report.message.as_str());
        let (progress, total) = (i64::from(report.progress).into(), i64::from(report.total).into());
        let told = self.connection.session_mut().report_progress(&id, progress, Some(total), message);
        debug_assert!(told.is_ok(), "a tool's reports grow: {told:?}");
        let Some(job) = self.jobs.remove(key) else { return };
        self.arm_report(key, &job);
        self.jobs.insert(key.clone(), job);
    }

    /// A tool has finished.
    pub(super) fn finish_due(&mut self, key: &Key) {
        let result = self.jobs.get_mut(key).and_then(|job| job.result.take());
        result.into_iter().for_each(|result| self.finish_job(key, result));
    }

    pub(super) fn finish_job(&mut self, key: &Key, result: CallToolResult) {
        let Some(job) = self.jobs.remove(key) else { return };
        self.timers.stop(&Timer::Report(key.clone()));
        self.complete(key, &job.id, self.now.saturating_since(job.started), result);
    }

    fn complete(&mut self, key: &Key, id: &RequestId, after: Duration, result: CallToolResult) {
        match key {
            Key::Call(id) => {
                if result.is_error {
                    self.log(id, LoggingLevel::Warning, &["the tool failed"]);
                }
                let fitting = fit::result(&result, self.version(id));
                self.respond(id, Ok(fitting));
            }
            Key::Task(task) => self.complete_task(task, &result),
        }
        if let Some(completions) = &mut self.completions {
            completions.push(Completion { id: id.clone(), after, result });
        }
    }

    /// A call will not be answered: nothing of it goes on.
    pub(super) fn drop_job(&mut self, key: &Key) {
        self.timers.stop(&Timer::Finish(key.clone()));
        self.timers.stop(&Timer::Report(key.clone()));
        if let Some(job) = self.jobs.remove(key) {
            self.withdraw(job.asked);
        }
    }

    /// Nobody needs the answers to these questions any more.
    fn withdraw(&mut self, asked: Vec<RequestId>) {
        for question in asked {
            self.questions.remove(&question);
            // It may have been answered in the same moment.
            let _ = self.connection.session_mut().cancel(&question, "the call was cancelled");
        }
    }

    /// A tool wants to know more. In 2026-07-28 it is told with the answer, before by requests of our own.
    fn ask(&mut self, key: Key, job: Job, questions: Vec<Question>) {
        let session = self.connection.session();
        let caller = session.open_request(&job.id).and_then(|open| open.caller.as_ref());
        match caller.map(|caller| caller.capabilities.clone()) {
            Some(declared) => self.ask_back(&key, job, questions, &declared),
            None => self.ask_one_by_one(key, job, questions),
        }
    }

    fn ask_back(&mut self, key: &Key, job: Job, questions: Vec<Question>, declared: &Members) {
        let mut requests = Members::new();
        for question in questions {
            let spec = MethodSpec::find_input_request(question.method, Version::LATEST);
            if let Some(Need { capability, .. }) = spec.and_then(|spec| spec.need)
                && !declares(declared, capability)
            {
                return self.respond(&job.id, Err(ServerSession::missing_capability(capability)));
            }
            let mut request = Members::new().with("method", question.method);
            if let Some(params) = &question.params {
                request.set("params", params);
            }
            requests.set(question.key, &request);
        }
        let expires = self.executor.unix_millis(self.now) + STATE_LIFE_MS;
        let state = Members::new().with("until", &(expires as i64)).with("answers", &job.answers.results());
        let state = RawJson::from_value(&state);
        let state = self
            .sealer
            .seal(&purpose(&job.name, job.arguments.as_ref().map(RawJson::as_str)), state.as_str());
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
    fn answers_of(&self, id: &RequestId, params: &Asked<'_>) -> Result<Answers, ErrorObject> {
        if self.version(id) != Version::V2026_07_28 {
            return Ok(Answers::default());
        }
        let invalid = |why: &str| ErrorObject::invalid_params(why);
        let odd = |mismatch: crate::proto::json::Mismatch| ErrorObject::invalid_params(&mismatch.to_string());
        let mut answers = Answers::default();
        if let Some(state) = params.extra.peek::<String>("requestState").map_err(odd)? {
            // Whoever brings it may have changed it, or brings it with another request (MR-12).
            let foreign = "/requestState: it was not given for this request";
            let opened =
                self.sealer.open(&purpose(&params.name, params.arguments.map(JsonSlice::as_str)), &state);
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
                let text = format!("This tool asks the client by {}, which {why}.", question.method);
                let after = self.now.saturating_since(job.started);
                self.withdraw(job.asked);
                return self.complete(&key, &job.id, after, CallToolResult::failure(text));
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

    /// One call more: the resource that counts them has changed.
    fn count_call(&mut self) {
        self.called = self.called.saturating_add(1);
        self.tell_updated(super::content::CALLS);
    }

    fn check_no_task_needed(&self, id: &RequestId, tool: &str) -> Result<(), ErrorObject> {
        let needed = self.version(id) == Version::V2025_11_25
            && self.executor.task_support(tool) == Some(TaskSupport::Required);
        if needed { Err(ErrorObject::method_not_found(names::TOOLS_CALL)) } else { Ok(()) }
    }
}

/// What a state is good for: this call of this tool.
fn purpose(name: &str, arguments: Option<&str>) -> String {
    [names::TOOLS_CALL, "\n", name, "\n", arguments.unwrap_or_default()].concat()
}
