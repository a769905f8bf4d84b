//! Calls of tools: they finish at once or later, report how far they are, or become tasks.

use core::time::Duration;

use super::asked::Asked;
use super::{Call, Completion, Execute, Server, Timer};
use crate::demo::fit;
use crate::demo::{Answers, CallError, Report, Started};
use crate::proto::json::{JsonSlice, Members, RawJson};
use crate::proto::jsonrpc::{ErrorObject, RequestId};
use crate::proto::mcp::{CallToolResult, LoggingLevel, TaskSupport, Version, names};
use crate::proto::session::UnknownTool;
use crate::proto::time::Instant;

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
    pub(super) method: &'static str,
    pub(super) name: String,
    pub(super) arguments: Option<RawJson>,
    pub(super) answers: Answers,
    pub(super) started: Instant,
    /// What is still to be told, the next last.
    reports: Vec<Report>,
    result: Option<CallToolResult>,
    /// Whether somebody outside finishes it.
    pub(super) outside: bool,
    /// The requests of ours whose answers it waits for.
    pub(super) asked: Vec<RequestId>,
}

impl Job {
    /// The request `id` has not got further than to be read.
    pub(super) fn new(
        id: &RequestId,
        method: &'static str,
        params: Asked<'_>,
        answers: Answers,
        started: Instant,
    ) -> Self {
        Self {
            id: id.clone(),
            method,
            name: params.name.into_owned(),
            arguments: params.arguments.map(JsonSlice::to_raw),
            answers,
            started,
            reports: Vec::new(),
            result: None,
            outside: false,
            asked: Vec::new(),
        }
    }
}

impl<E: Execute> Server<E> {
    pub(super) fn call(&mut self, id: &RequestId, params: Option<&RawJson>) -> Result<(), ErrorObject> {
        let params = Asked::read(params)?;
        let answers = self.answers_of(id, names::TOOLS_CALL, &params)?;
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
                let job = Job::new(id, names::TOOLS_CALL, params, answers, self.now);
                self.go_on(key, job, started);
            }
        }
        Ok(())
    }

    /// Takes a tool or a prompt up again.
    pub(super) fn run(&mut self, key: Key, job: Job) -> Result<(), ErrorObject> {
        if job.method == names::PROMPTS_GET {
            return self.fill(job);
        }
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
        if let Some(retry) = self.executor.hangs_up(call.name) {
            self.hang_up(call.id, retry);
        }
        while let Some(list) = self.executor.take_change() {
            // Nobody is left to tell, or nobody yet.
            let _ = self.connection.session_mut().notify(list, None);
        }
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
            Started::Later { after, mut reports, result } => {
                self.timers.set(Timer::Finish(key.clone()), job.started + after);
                if !self.wants_progress(&key) {
                    reports.retain(|report| report.progress.is_none());
                }
                reports.reverse();
                job.reports = reports;
                self.arm_report(&key, &job);
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

    /// Tells how far a tool is, or what it has for the log.
    pub(super) fn report(&mut self, key: &Key) {
        let Some(job) = self.jobs.get_mut(key) else { return };
        let Some(report) = job.reports.pop() else { return };
        let id = job.id.clone();
        match report.progress {
            Some(far) => {
                let message = (self.version(&id) >= Version::V2025_03_26).then_some(report.message.as_str());
                let (done, total) = (i64::from(far.done).into(), i64::from(far.total).into());
                let told = self.connection.session_mut().report_progress(&id, done, Some(total), message);
                debug_assert!(told.is_ok(), "a tool's reports grow: {told:?}");
            }
            None => self.log(&id, LoggingLevel::Info, &[&report.message]),
        }
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

    pub(super) fn complete(&mut self, key: &Key, id: &RequestId, after: Duration, result: CallToolResult) {
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
