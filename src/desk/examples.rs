//! Recordings to try: real kinds of faults, in our own words.

/// A recording that needs not be brought.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Example {
    /// A server prints what it is doing, in front of an answer.
    StrayPrint,
    /// The log of a desktop application: a string came back as the id of a number.
    DesktopLog,
    /// A bug report with two ends that speak before they have agreed.
    EarlyCall,
}

impl Example {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::StrayPrint, Self::DesktopLog, Self::EarlyCall];

    /// Its name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::StrayPrint => "stray-print",
            Self::DesktopLog => "desktop-log",
            Self::EarlyCall => "early-call",
        }
    }

    /// The example called `name`.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|example| example.name() == name)
    }

    /// What is in it. The desk has it, so that the page need not carry it.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::StrayPrint => include_str!("examples/stray-print.txt"),
            Self::DesktopLog => include_str!("examples/desktop-log.txt"),
            Self::EarlyCall => include_str!("examples/early-call.txt"),
        }
    }
}
