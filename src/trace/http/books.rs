//! Which conversation an exchange is part of.

use std::collections::HashMap;

use crate::proto::json::{Members, RawJson};

/// How many names of sessions are known at once. When there are more, all are forgotten: who comes back later is taken for
/// somebody new.
const NAMES: usize = 4096;

/// The conversations so far. A session with a name is one; what has no name goes on with what went over the same connection
/// before, or else with the newest that has none.
#[derive(Debug, Default)]
pub struct Books {
    next: u32,
    named: HashMap<Vec<u8>, u32>,
    nameless: Option<u32>,
}

impl Books {
    /// A new one, which has no name yet.
    pub fn open(&mut self) -> u32 {
        let number = self.next;
        self.next = self.next.saturating_add(1);
        self.nameless = Some(number);
        number
    }

    /// The one that is called `name`.
    pub fn named(&mut self, name: &[u8]) -> u32 {
        if let Some(number) = self.named.get(name) {
            return *number;
        }
        let before = self.nameless;
        let number = self.open();
        self.name(name, number);
        self.nameless = before;
        number
    }

    /// The server has given a name to this one.
    pub fn name(&mut self, name: &[u8], number: u32) {
        if self.named.len() >= NAMES {
            self.named.clear();
        }
        self.named.insert(name.to_owned(), number);
        self.nameless = self.nameless.filter(|nameless| *nameless != number);
    }

    /// The one that is meant where no name is said.
    pub fn nameless(&mut self, before: Option<u32>) -> u32 {
        before.or(self.nameless).unwrap_or_else(|| self.open())
    }

    /// The same for what begins none.
    pub fn around(&self, before: Option<u32>) -> u32 {
        before.or(self.nameless).unwrap_or(0)
    }
}

/// Whether a conversation begins with this message.
pub(super) fn begins(message: &[u8]) -> bool {
    let text = core::str::from_utf8(message).ok().and_then(|text| RawJson::new(text.trim_ascii()).ok());
    let members = text.and_then(|text| text.parse::<Members>().ok());
    let method = members.and_then(|members| members.peek::<String>("method").ok().flatten());
    method.is_some_and(|method| matches!(&*method, "initialize" | "server/discover"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_conversation_and_what_has_none_goes_on_where_it_was() {
        let mut books = Books::default();
        let first = books.open();
        books.name(b"a", first);
        let second = books.open();
        assert_eq!((first, second), (0, 1));
        assert_eq!(books.nameless(None), 1, "the first has a name");
        let third = books.open();
        assert_eq!(books.nameless(Some(second)), second, "the connection knows");
        assert_eq!((books.nameless(None), third), (2, 2));
        assert_eq!((books.named(b"a"), books.named(b"unheard of"), books.named(b"unheard of")), (0, 3, 3));
        assert_eq!(books.nameless(None), third, "a name that comes up does not change that");
    }

    #[test]
    fn names_without_end_cost_a_bounded_amount() {
        let mut books = Books::default();
        for name in 0..3 * NAMES {
            books.named(name.to_string().as_bytes());
        }
        assert!(books.named.len() <= NAMES);
    }

    #[test]
    fn a_conversation_begins_with_a_handshake() {
        assert!(begins(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"}\n"));
        assert!(begins(br#"{"method":"server/discover"}"#));
        for other in [&b"{\"method\":\"ping\"}"[..], b"[]", b"\xff", b"", b"{\"method\":1}"] {
            assert!(!begins(other), "{other:?}");
        }
    }
}
