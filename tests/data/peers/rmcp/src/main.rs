//! A client on the official Rust SDK: asks the server for all that there is and prints what it got as JSON.
//!
//! Arguments: the plan, the command of the server.
#![allow(deprecated, reason = "the SDK deprecates what 2026-07-28 does, and what only older revisions have")]

mod client;
mod summary;

use std::time::Duration;

use rmcp::model::{CallToolRequestParams, ProtocolVersion, ServerNotification, SubscriptionFilter};
use rmcp::service::{ClientLifecycleMode, ClientServiceExt, RunningService};
use rmcp::transport::TokioChildProcess;
use rmcp::{RoleClient, ServiceError};
use serde_json::{Value, json};
use tokio::process::Command;
use tokio::time::{sleep, timeout};

use client::{Heard, Tourist};
use summary::{called, completed, outcome, prompted, read, wire};

type Fault = Box<dyn std::error::Error>;

const CALLS: &str = "demo://calls";

struct Tour {
    client: RunningService<RoleClient, Tourist>,
    heard: Heard,
    modern: bool,
    /// What 2026-07-28 has each request say of the log.
    wants_log: bool,
}

/// Parameters of the SDK from what stands in a message.
fn params<T: serde::de::DeserializeOwned>(value: Value) -> Result<T, Fault> {
    Ok(serde_json::from_value(value)?)
}

impl Tour {
    async fn call(&self, name: &str, arguments: &Value) -> Result<Value, ServiceError> {
        let mut call = json!({ "name": name, "arguments": arguments });
        if self.wants_log {
            call["_meta"] = json!({ "io.modelcontextprotocol/logLevel": "info" });
        }
        let call: CallToolRequestParams = serde_json::from_value(call).expect("a call");
        Ok(wire(&self.client.call_tool(call).await?))
    }

    async fn call_in_short(&self, name: &str, arguments: &Value) -> Value {
        outcome(self.call(name, arguments).await, called)
    }

    /// Waits for what a notification brings, five seconds at most.
    async fn until(&self, heard: impl Fn(&Heard) -> bool) {
        for _ in 0..500 {
            if heard(&self.heard) {
                return;
            }
            sleep(Duration::from_millis(10)).await;
        }
    }

    async fn run(&mut self, plan: &Value) -> Result<Value, Fault> {
        let list = |name: &str| plan[name].as_array().cloned().unwrap_or_default();
        let names = |values: Value, name: &str| -> Vec<Value> {
            values.as_array().into_iter().flatten().map(|value| value[name].clone()).collect()
        };
        let client = &self.client;
        let server = client.peer_info().ok_or("no server")?;
        let mut summary = json!({
            "revision": server.protocol_version,
            "server": server.server_info.as_ref().map(|server| server.name.clone()),
            "tools": names(wire(&client.list_all_tools().await?), "name"),
            "resources": names(wire(&client.list_all_resources().await?), "uri"),
            "templates": names(wire(&client.list_all_resource_templates().await?), "uriTemplate"),
            "prompts": names(wire(&client.list_all_prompts().await?), "name"),
        });
        let mut calls = Vec::new();
        for call in list("calls") {
            calls.push(self.call_in_short(call[0].as_str().ok_or("no name")?, &call[1]).await);
        }
        let mut reads = Vec::new();
        for uri in list("read") {
            let found = client.read_resource(params(json!({ "uri": uri }))?).await;
            reads.push(outcome(found.map(|found| wire(&found)), read));
        }
        let mut prompts = Vec::new();
        for prompt in list("prompted") {
            let asked = params(json!({ "name": prompt[0], "arguments": prompt[1] }))?;
            let filled = client.get_prompt(asked).await;
            prompts.push(outcome(filled.map(|filled| wire(&filled)), prompted));
        }
        let mut completions = Vec::new();
        for asked in list("completed") {
            let argument = json!({ "name": asked[1], "value": asked[2] });
            let answer = client.complete(params(json!({ "ref": asked[0], "argument": argument }))?).await;
            completions.push(outcome(answer.map(|answer| wire(&answer)), completed));
        }
        summary["calls"] = calls.into();
        summary["read"] = reads.into();
        summary["prompted"] = prompts.into();
        summary["completed"] = completions.into();

        self.call("slow", &json!({ "ms": 1000 })).await?;
        summary["progress"] = self.heard.progress().into();

        // Whoever drops a request of the SDK cancels it.
        let slow = timeout(Duration::from_millis(100), self.call("slow", &json!({ "ms": 60000 }))).await;
        assert!(slow.is_err(), "it takes a minute");
        summary["after the cancellation"] = self.call_in_short("echo", &json!({ "text": "here" })).await;

        self.log(&mut summary).await?;
        summary["updated"] = self.subscribe().await?.into();
        summary["asked"] = self.heard.asked().into();
        Ok(summary)
    }

    async fn log(&mut self, summary: &mut Value) -> Result<(), Fault> {
        if self.modern {
            self.wants_log = true;
        } else {
            self.client.set_level(params(json!({ "level": "info" }))?).await?;
        }
        self.call("fail", &json!({ "message": "gone" })).await?;
        self.until(|heard| heard.logs().len() >= 2).await;
        summary["logs"] = self.heard.logs().into();
        Ok(())
    }

    async fn subscribe(&self) -> Result<Vec<Value>, Fault> {
        let text = json!({ "text": "x" });
        if self.modern {
            let filter = SubscriptionFilter::builder().resource_subscription(CALLS).build();
            let mut subscription = self.client.listen(filter).await?;
            self.call("echo", &text).await?;
            let mut updated = Vec::new();
            if let Some(ServerNotification::ResourceUpdatedNotification(told)) = subscription.next().await? {
                updated.push(json!(told.params.uri));
            }
            subscription.cancel().await?;
            self.call("echo", &text).await?;
            sleep(Duration::from_millis(50)).await;
            updated.extend(self.heard.updated());
            return Ok(updated);
        }
        self.client.subscribe(params(json!({ "uri": CALLS }))?).await?;
        self.call("echo", &text).await?;
        self.until(|heard| !heard.updated().is_empty()).await;
        self.client.unsubscribe(params(json!({ "uri": CALLS }))?).await?;
        self.call("echo", &text).await?;
        sleep(Duration::from_millis(50)).await;
        Ok(self.heard.updated())
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Fault> {
    let mut arguments = std::env::args().skip(1);
    let plan: Value = serde_json::from_str(&arguments.next().ok_or("no plan")?)?;
    let mut command = Command::new(arguments.next().ok_or("no server")?);
    command.args(arguments);
    let revision: ProtocolVersion = params(plan["revision"].clone())?;
    let modern = revision == ProtocolVersion::V_2026_07_28;
    let lifecycle = if modern {
        ClientLifecycleMode::Auto { preferred_versions: vec![revision.clone()], legacy_version: None }
    } else {
        ClientLifecycleMode::Initialize
    };
    let heard = Heard::default();
    let tourist = Tourist::new(heard.clone(), revision);
    let client = tourist.serve_with_lifecycle(TokioChildProcess::new(command)?, lifecycle).await?;
    let mut tour = Tour { client, heard, modern, wants_log: false };
    let summary = tour.run(&plan).await?;
    println!("{summary}");
    tour.client.cancel().await?;
    Ok(())
}
