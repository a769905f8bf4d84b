//! What can happen in the inspector.

use core::ops::Range;

use crate::panel::READER;

/// One thing that the reader does to a frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InspectMsg {
    /// Select these bytes, or nothing.
    Pick(Option<Range<usize>>),
    /// Move through the bytes.
    WalkBytes(Way),
    /// Move through the values.
    WalkTree(Way),
    /// Fold the container that begins here, or unfold it.
    Fold(usize),
    /// Search for this.
    Search(String),
    /// Go to the next place where it stands, or to the one before.
    Seek {
        /// To the one before.
        back: bool,
    },
    /// Show this part of the bytes.
    Page(usize),
    /// Keep this message to compare others with it, or no longer.
    Compare(bool),
    /// Copy where the selected value stands.
    CopyPath,
    /// Copy the selected value.
    CopyValue,
    /// Whether that is on the clipboard now.
    Copied(bool),
}

/// Where a key leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// `ArrowLeft`
    Left,
    /// `ArrowRight`
    Right,
    /// `ArrowUp`
    Up,
    /// `ArrowDown`
    Down,
    /// `Home`
    First,
    /// `End`
    Last,
    /// `Escape`
    Away,
}

impl Way {
    fn of(key: &str) -> Option<Self> {
        Some(match key {
            "ArrowLeft" => Self::Left,
            "ArrowRight" => Self::Right,
            "ArrowUp" => Self::Up,
            "ArrowDown" => Self::Down,
            "Home" => Self::First,
            "End" => Self::Last,
            "Escape" => Self::Away,
            _ => return None,
        })
    }
}

impl InspectMsg {
    /// The message of an element, as [`Msg::from_dom`](crate::panel::Msg::from_dom) reads it.
    pub(in crate::panel) fn from_dom(name: &str, arg: &str, value: &str) -> Option<Self> {
        Some(match name {
            "inspect" if arg.is_empty() => Self::Pick(None),
            "inspect" => {
                let number = |text: &str| text.parse::<usize>().ok();
                let (start, end) = match arg.split_once(' ') {
                    Some((start, end)) => (number(start)?, number(end)?),
                    None => (number(arg)?, number(arg)?.checked_add(1)?),
                };
                Self::Pick(Some(start..end))
            }
            "walk-bytes" => Self::WalkBytes(Way::of(arg)?),
            "page" => Self::Page(arg.parse().ok()?),
            _ if !READER => return None,
            "walk-tree" => Self::WalkTree(Way::of(arg)?),
            "fold" => Self::Fold(arg.parse().ok()?),
            "find" => Self::Search(value.to_owned()),
            "find-next" => Self::Seek { back: false },
            "find-back" => Self::Seek { back: true },
            "compare" => Self::Compare(true),
            "stop-comparing" => Self::Compare(false),
            "copy-path" => Self::CopyPath,
            "copy-value" => Self::CopyValue,
            _ => return None,
        })
    }
}
