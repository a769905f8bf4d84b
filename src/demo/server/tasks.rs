//! Calls that go on after their request was answered (`basic/utilities/tasks`, 2025-11-25 only).

use core::time::Duration;

use super::calls::Key;
use super::{Execute, Server, Timer, read, wait_of};
use crate::demo::fit;
use crate::proto::civil;
use crate::proto::json::{Members, Number, RawJson};
use crate::proto::jsonrpc::{ErrorObject, Request, RequestId};
use crate::proto::mcp::{
    CallToolResult, CreateTaskResult, META, RelatedTask, Task, TaskParams, TaskStatus, TaskSupport, Version,
    keys, names,
};

/// For how long a task is kept unless its request says otherwise, and at most.
const TTL: Duration = Duration::from_secs(5 * 60);
const LONGEST_TTL: Duration = Duration::from_secs(60 * 60);

/// How many tasks are kept at once.
const MOST: usize = 1000;

/// How long a client should wait before it asks again.
const POLL: Duration = Duration::from_secs(1);

/// The tasks of a server, in the order in which they were made.
#[derive(Debug, Default)]
pub(super) struct Tasks {
    made: u32,
    kept: Vec<Kept>,
}

#[derive(Debug)]
struct Kept {
    task: Task,
    result: Option<CallToolResult>,
    /// The requests that wait for the result.
    waiting: Vec<RequestId>,
}

impl Tasks {
    fn find(&mut self, id: &str) -> Option<&mut Kept> {
        self.kept.iter_mut().find(|kept| kept.task.task_id == id)
    }

    pub(super) fn remove(&mut self, id: &str) {
        self.kept.retain(|kept| kept.task.task_id != id);
    }
}

fn is_over(task: &Task) -> bool {
    !matches!(task.status, TaskStatus::Working | TaskStatus::InputRequired)
}

impl<E: Execute> Server<E> {
    /// A new task for a call that asks for one; where the tool does none the method does not exist (TK-02).
    pub(super) fn new_task(
        &mut self,
        request: &RequestId,
        tool: &str,
        task: &Members,
    ) -> Result<Key, ErrorObject> {
        let support = self.executor.task_support(tool);
        if !matches!(support, Some(TaskSupport::Optional | TaskSupport::Required)) {
            return Err(ErrorObject::method_not_found(names::TOOLS_CALL));
        }
        if self.tasks.kept.len() >= MOST {
            return Err(ErrorObject::internal("too many tasks are kept"));
        }
        let odd =
            |mismatch: crate::proto::json::Mismatch| ErrorObject::invalid_params(&format!("/task{mismatch}"));
        let wanted = task.peek::<Number>("ttl").map_err(odd)?.and_then(|ttl| ttl.to_i64());
        let wanted = wanted.and_then(|ttl| u64::try_from(ttl).ok()).map(Duration::from_millis);
        let ttl = wanted.unwrap_or(TTL).min(LONGEST_TTL);
        let number = self.tasks.made;
        self.tasks.made = number.wrapping_add(1);
        // Nobody who was not told can name it.
        let mut id = self.sealer.seal("task", &[request.to_json(), number.to_string()].join(" "));
        id.truncate(32);
        let now = self.moment();
        let task = Task {
            poll_interval: Some(wait_of(POLL).into()),
            ..Task::new(
                id.as_str(),
                TaskStatus::Working,
                now.as_str(),
                now.as_str(),
                Some(wait_of(ttl).into()),
            )
        };
        self.tasks.kept.push(Kept { task, result: None, waiting: Vec::new() });
        self.timers.set(Timer::Expire(id.clone()), self.now + ttl);
        Ok(Key::Task(id))
    }

    fn moment(&self) -> String {
        civil::rfc3339(self.executor.unix_millis(self.now)).unwrap_or_default()
    }

    /// Answers the request that has become a task.
    pub(super) fn answer_with_task(&mut self, id: &RequestId, task: &str) {
        let Some(kept) = self.tasks.find(task) else { return };
        let result = RawJson::from_value(&CreateTaskResult::new(kept.task.clone()));
        self.respond(id, Ok(result));
    }

    /// A call that has become a task is over.
    pub(super) fn complete_task(&mut self, id: &str, result: &CallToolResult) {
        let status = if result.is_error { TaskStatus::Failed } else { TaskStatus::Completed };
        self.end_task(id, status, Some(result.clone()));
    }

    fn end_task(&mut self, id: &str, status: TaskStatus, result: Option<CallToolResult>) {
        let now = self.moment();
        let Some(kept) = self.tasks.find(id) else { return };
        kept.task.status = status;
        kept.task.last_updated_at = now;
        kept.result = result;
        let told = RawJson::from_value(&kept.task);
        let waiting = core::mem::take(&mut kept.waiting);
        let outcome = self.task_outcome(id);
        for request in waiting {
            // One that was cancelled meanwhile is not answered.
            let _ = self.connection.session_mut().respond(&request, outcome.clone());
        }
        // A hint: whoever misses it asks (TK-12).
        let _ = self.connection.session_mut().notify("notifications/tasks/status", Some(told));
    }

    /// What `tasks/result` gives for a task that is over.
    fn task_outcome(&mut self, id: &str) -> Result<RawJson, ErrorObject> {
        let Some(kept) = self.tasks.find(id) else { return Err(unknown(id)) };
        let Some(result) = &kept.result else {
            return Err(ErrorObject::invalid_params("/taskId: the task was cancelled"));
        };
        let result = fit::result(result, Version::V2025_11_25);
        let mut members: Members = result.parse().unwrap_or_default();
        let related = Members::new().with(keys::RELATED_TASK, &RelatedTask::new(id));
        members.set(META, &related);
        Ok(RawJson::from_value(&members))
    }

    /// Answers `tasks/result`, now or once the task is over.
    pub(super) fn await_task(&mut self, request: &Request) -> Result<(), ErrorObject> {
        let TaskParams { task_id, .. } = read(request)?;
        let kept = self.tasks.find(&task_id).ok_or_else(|| unknown(&task_id))?;
        if !is_over(&kept.task) {
            kept.waiting.push(request.id.clone());
            return Ok(());
        }
        let outcome = self.task_outcome(&task_id);
        self.respond(&request.id, outcome);
        Ok(())
    }

    pub(super) fn get_task(&mut self, request: &Request) -> Result<RawJson, ErrorObject> {
        let TaskParams { task_id, .. } = read(request)?;
        let kept = self.tasks.find(&task_id).ok_or_else(|| unknown(&task_id))?;
        Ok(RawJson::from_value(&kept.task))
    }

    pub(super) fn list_tasks(&self, request: &Request) -> Result<RawJson, ErrorObject> {
        self.page(request, "tasks", self.tasks.kept.iter().map(|kept| kept.task.clone()))
    }

    pub(super) fn cancel_task(&mut self, request: &Request) -> Result<RawJson, ErrorObject> {
        let TaskParams { task_id, .. } = read(request)?;
        let kept = self.tasks.find(&task_id).ok_or_else(|| unknown(&task_id))?;
        if is_over(&kept.task) {
            return Err(ErrorObject::invalid_params("/taskId: the task is over"));
        }
        self.drop_job(&Key::Task(task_id.clone()));
        self.end_task(&task_id, TaskStatus::Cancelled, None);
        self.get_task(request)
    }
}

fn unknown(id: &str) -> ErrorObject {
    ErrorObject::invalid_params(&format!("/taskId: there is no task {id:?}"))
}
