//! A server on the official Rust SDK, set up to be as fast as it can be: one thread, and pipes that need no further one.
//! Lines may be of any length, as the benchmark sends long ones. The last two tools are for the probes of its manners.

use core::time::Duration;

use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{ServerCapabilities, ServerConfig};
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::stdio_pipes;
use rmcp::{RoleServer, ServerHandler, ServiceExt, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Debug, Deserialize, JsonSchema)]
struct Add {
    a: i64,
    b: i64,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Echo {
    text: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Fail {
    #[serde(default)]
    message: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Slow {
    ms: u64,
}

#[derive(Debug, Clone)]
struct Server {
    tool_router: ToolRouter<Self>,
}

#[tool_router]
impl Server {
    #[tool(description = "Adds two numbers.")]
    async fn add(&self, Parameters(Add { a, b }): Parameters<Add>) -> String {
        a.wrapping_add(b).to_string()
    }

    #[tool(description = "Says it again.")]
    async fn echo(&self, Parameters(Echo { text }): Parameters<Echo>) -> String {
        text
    }

    #[tool(description = "Fails.")]
    async fn fail(&self, Parameters(Fail { message }): Parameters<Fail>) -> Result<String, String> {
        Err(message.unwrap_or_else(|| "gone".to_owned()))
    }

    #[tool(description = "Takes its time.")]
    async fn slow(&self, Parameters(Slow { ms }): Parameters<Slow>) -> String {
        tokio::time::sleep(Duration::from_millis(ms)).await;
        "done".to_owned()
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (input, output) = stdio_pipes();
    let transport = AsyncRwTransport::<RoleServer, _, _>::new(input, output).with_max_line_length(usize::MAX);
    let server = Server { tool_router: Server::tool_router() };
    server.serve(transport).await?.waiting().await?;
    Ok(())
}
