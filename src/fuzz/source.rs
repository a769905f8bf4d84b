//! Decisions out of arbitrary bytes.

/// Bytes that decide what happens next. Once they are used up every decision is the first choice.
pub(super) struct Source<'a> {
    rest: &'a [u8],
}

impl<'a> Source<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    pub(super) fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.rest.split_first() else { return 0 };
        self.rest = rest;
        first
    }

    /// The next bytes, as many as the first of them says.
    pub(super) fn bytes(&mut self) -> &'a [u8] {
        let length = usize::from(self.byte()).min(self.rest.len());
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        taken
    }

    /// The same as text, with a sign where there is none.
    pub(super) fn text(&mut self) -> String {
        String::from_utf8_lossy(self.bytes()).into_owned()
    }

    pub(super) fn pick<'b, T>(&mut self, choices: &'b [T]) -> &'b T {
        &choices[usize::from(self.byte()) % choices.len()]
    }

    /// Whatever has not been used.
    pub(super) fn rest(self) -> &'a [u8] {
        self.rest
    }
}
