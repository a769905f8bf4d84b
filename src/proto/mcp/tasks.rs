//! The payloads of tasks (`basic/utilities/tasks`, 2025-11-25 only, experimental; later an extension).

use crate::proto::json::{Number, payload, words};

payload! {
    /// Asks, within the parameters of a request, for a task instead of a result.
    #[derive(Default)]
    pub struct TaskMetadata {}
    optional {
        /// For how long to keep it from its creation on, in milliseconds.
        ttl: Number = "ttl",
    }
}

payload! {
    /// A task; also the `result` of `tasks/get` and `tasks/cancel`, and `params` of `notifications/tasks/status`.
    pub struct Task {
        /// Its name.
        task_id: String = "taskId",
        /// How it is.
        status: TaskStatus = "status",
        /// When it began, in ISO 8601.
        created_at: String = "createdAt",
        /// When its status last changed, in ISO 8601.
        last_updated_at: String = "lastUpdatedAt",
        /// For how long it is kept from its creation on, in milliseconds; `null` for ever.
        ttl: Option<Number> = "ttl",
    }
    optional {
        /// More about how it is, for people.
        status_message: String = "statusMessage",
        /// How long to wait before asking again, in milliseconds.
        poll_interval: Number = "pollInterval",
    }
}

words! {
    /// How a task is.
    pub enum TaskStatus {
        /// It runs.
        Working = "working",
        /// It waits for the asker.
        InputRequired = "input_required",
        /// It is done: `tasks/result` has the result.
        Completed = "completed",
        /// It failed.
        Failed = "failed",
        /// It was stopped.
        Cancelled = "cancelled",
    }
}

payload! {
    /// `result` of a request that asked for a task.
    pub struct CreateTaskResult {
        /// The task.
        task: Task = "task",
    }
}

payload! {
    /// `params` of `tasks/get`, `tasks/result` and `tasks/cancel`.
    pub struct TaskParams {
        /// The task.
        task_id: String = "taskId",
    }
}

payload! {
    /// `result` of `tasks/result`: whatever the request that became the task would have given.
    #[derive(Default)]
    pub struct TaskPayloadResult {}
}

payload! {
    /// `result` of `tasks/list`.
    pub struct ListTasksResult {
        /// This page of tasks.
        tasks: Vec<Task> = "tasks",
    }
    optional {
        /// Where the next page begins, opaque to the asker; none on the last page.
        next_cursor: String = "nextCursor",
    }
}

payload! {
    /// `_meta["io.modelcontextprotocol/related-task"]`: which task a message belongs to.
    pub struct RelatedTask {
        /// The task.
        task_id: String = "taskId",
    }
}
