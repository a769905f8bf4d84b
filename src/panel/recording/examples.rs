//! Recordings to try: real kinds of faults, in our own words.

/// A recording that is part of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Example {
    /// A server prints what it is doing, in front of an answer.
    StrayPrint,
    /// The log of a desktop application: a string came back as the id of a number.
    DesktopLog,
    /// A bug report with two ends that speak before they have agreed.
    EarlyCall,
}

/// All of them, in the order in which they are offered.
pub const EXAMPLES: [Example; 3] = [Example::StrayPrint, Example::DesktopLog, Example::EarlyCall];

impl Example {
    /// Its name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::StrayPrint => "stray-print",
            Self::DesktopLog => "desktop-log",
            Self::EarlyCall => "early-call",
        }
    }

    /// What is in it.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::StrayPrint => include_str!("examples/stray-print.txt"),
            Self::DesktopLog => include_str!("examples/desktop-log.txt"),
            Self::EarlyCall => include_str!("examples/early-call.txt"),
        }
    }
}
