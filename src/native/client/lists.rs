//! What a server has: lists, page by page.

use std::sync::Arc;

use super::{Client, ClientError};
use crate::proto::error::Misbehaviour;
use crate::proto::http::{Fault, param};
use crate::proto::json::{Members, RawJson};
use crate::proto::mcp::{Lifecycle, ListToolsResult, Tool, names};
use crate::proto::session::{Event, Output};

/// How many pages of a list are fetched: a server that never runs out of them is left there.
pub const PAGE_CAP: usize = 100;

/// The tools of a server.
pub type ToolList = Listing<Tool>;

/// A list of a server's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing<T> {
    /// The entries, in the server's order.
    pub entries: Vec<T>,
    /// How many pages they came on.
    pub pages: usize,
    /// Whether that is all: false when the server had more than [`PAGE_CAP`] pages or gave a cursor twice.
    pub complete: bool,
}

/// The lists that are known: until the server says that they have changed, or there is another server.
#[derive(Debug, Default)]
pub(super) struct Lists {
    tools: Option<ToolList>,
}

impl Lists {
    pub(super) fn note(&mut self, event: &Event) {
        if let Event::Notified(notification) = event
            && notification.method == names::TOOLS_CHANGED
        {
            self.tools = None;
        }
    }
}

impl Client {
    /// The tools, as they were listed last; asks for them where they are not known, or no longer.
    ///
    /// # Errors
    /// As for [`list_tools`](Self::list_tools).
    pub fn tools(&mut self) -> Result<&ToolList, ClientError> {
        let list = match self.lists.tools.take() {
            Some(list) => list,
            None => self.list_tools()?,
        };
        Ok(self.lists.tools.insert(list))
    }

    /// Whether the tools are known without asking for them.
    #[must_use]
    pub const fn knows_tools(&self) -> bool {
        self.lists.tools.is_some()
    }

    /// Takes the tools for known, and for none where they are not: until the server says that they have changed.
    pub fn assume_tools(&mut self) {
        self.lists.tools.get_or_insert_with(|| Listing { entries: Vec::new(), pages: 0, complete: true });
    }

    /// Asks for all tools, page by page.
    ///
    /// # Errors
    /// As for every request, and [`ClientError::Unreadable`] when an answer is no list of tools.
    pub fn list_tools(&mut self) -> Result<ToolList, ClientError> {
        let mut list = self.list(names::TOOLS_LIST, |page| {
            let page: ListToolsResult = page.parse()?;
            Ok((page.tools, page.next_cursor))
        })?;
        list.entries.retain(|tool| self.refuse(tool).is_none());
        Ok(list)
    }

    /// Why a tool is to be left out, and notes it: nobody may call one by HTTP whose schema wants headers that there cannot
    /// be (HT-54).
    pub fn refuse(&mut self, tool: &Tool) -> Option<Fault> {
        let modern = self.version().is_some_and(|version| version.lifecycle() == Lifecycle::Discover);
        let why = param::params(&tool.input_schema).err().filter(|_| self.is_remote() && modern)?;
        let fault = Fault::BadTool { name: tool.name.clone(), why };
        self.log.note(&Output::Event(Event::Misbehaved(Misbehaviour::Http(Arc::new(fault.clone())))));
        Some(fault)
    }

    /// Asks for all pages of a list; `read` takes one apart into its entries and the cursor of the next.
    ///
    /// # Errors
    /// As for every request, and [`ClientError::Unreadable`] when an answer is no such page.
    pub fn list<T>(
        &mut self,
        method: &'static str,
        read_page: impl Fn(&RawJson) -> Result<(Vec<T>, Option<String>), crate::proto::json::Mismatch>,
    ) -> Result<Listing<T>, ClientError> {
        let mut list = Listing { entries: Vec::new(), pages: 0, complete: false };
        let mut cursors: Vec<String> = Vec::new();
        while list.pages < PAGE_CAP {
            let cursor = cursors.last().map(|cursor| Members::new().with("cursor", cursor.as_str()));
            let params = cursor.map(|cursor| RawJson::from_value(&cursor));
            let answer = self.request(method, params)?;
            let page = self.result(method, answer)?;
            let (entries, next) = read_page(&page)
                .map_err(|error| ClientError::Unreadable { method, why: error.to_string() })?;
            list.entries.extend(entries);
            list.pages += 1;
            match next {
                None => {
                    list.complete = true;
                    break;
                }
                Some(next) if cursors.contains(&next) => break,
                Some(next) => cursors.push(next),
            }
        }
        Ok(list)
    }
}
