//! What the page knows.

/// What the page is told about its surroundings when it begins.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Environment {
    /// The languages that the reader prefers, best first, as BCP 47 tags.
    pub languages: Vec<String>,
    /// Settings kept from earlier visits, by name.
    pub saved: Vec<(String, String)>,
    /// Milliseconds since 1970-01-01 UTC.
    pub unix_millis: u64,
}

/// What the page knows.
#[derive(Debug)]
pub struct Model {
    pub(super) steps: u32,
}

impl Model {
    /// A page that was just opened.
    #[must_use]
    pub fn new(_environment: &Environment) -> Self {
        Self { steps: 0 }
    }
}
