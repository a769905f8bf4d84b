//! Our client, as a program would use it.

use std::ffi::OsString;
use std::io;

use wirelab::native::child::ServerCommand;
use wirelab::native::client::{Asked, Client, ClientError, ClientOptions};
use wirelab::proto::json::{ObjectWriter, RawJson, ToJson};
use wirelab::proto::mcp::CallToolResult;
use wirelab::proto::session::RequestOptions;

use super::{Contender, MINIMAL, wrong};

pub(super) struct Ours(Client);

impl Ours {
    pub(super) fn start() -> io::Result<Self> {
        let words = [std::env::current_exe()?.into_os_string(), OsString::from(MINIMAL)];
        let command = ServerCommand::from_words(words).unwrap_or_default();
        let mut client = Client::start(&command, ClientOptions::default()).map_err(failed)?;
        client.open().map_err(failed)?;
        Ok(Self(client))
    }
}

impl Contender for Ours {
    fn call(&mut self, number: usize) -> io::Result<()> {
        let answer = self.0.call_tool_raw("add", Some(arguments(number))).map_err(failed)?.map_err(wrong)?;
        if answer.as_str().contains("\"content\":[{") { Ok(()) } else { Err(wrong(answer)) }
    }

    fn call_and_read(&mut self, number: usize) -> io::Result<()> {
        let result = self.0.call_tool("add", Some(arguments(number))).map_err(failed)?;
        check(&result, number)
    }

    fn at_once(&mut self, count: usize) -> io::Result<()> {
        let send = |number| self.0.send_call("add", Some(arguments(number)), RequestOptions::default());
        let asked: Vec<Asked> = (0..count).map(send).collect::<Result<_, _>>().map_err(failed)?;
        for (number, asked) in asked.iter().enumerate() {
            let answer = self.0.answer(asked).map_err(failed)?.map_err(wrong)?;
            check(&answer.parse().map_err(wrong)?, number)?;
        }
        Ok(())
    }
}

/// The arguments of `add`, by a program that knows the tool: they are written, and need not be read to be believed.
struct Sum {
    a: i64,
    b: i64,
}

impl ToJson for Sum {
    fn write_json(&self, out: &mut String) {
        let mut object = ObjectWriter::new(out);
        object.required("a", &self.a);
        object.required("b", &self.b);
        object.end();
    }
}

fn arguments(number: usize) -> RawJson {
    RawJson::from_value(&Sum { a: i64::try_from(number).unwrap_or(i64::MAX), b: 1 })
}

fn check(result: &CallToolResult, number: usize) -> io::Result<()> {
    let text = result.content.first().and_then(|block| block.text.as_deref());
    if text.and_then(|text| text.parse().ok()) == Some(number + 1) { Ok(()) } else { Err(wrong(text)) }
}

fn failed(error: ClientError) -> io::Error {
    io::Error::other(error.to_string())
}
