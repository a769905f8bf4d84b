//! Which rows of a long list are here.

use crate::desk::Row;

/// How the rows are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Shape {
    /// As arrows between the two ends.
    #[default]
    Picture,
    /// As lines of a list.
    List,
    /// As exchanges of HTTP, where it went over HTTP.
    Exchanges,
}

impl Shape {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Picture, Self::List, Self::Exchanges];

    /// The name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Picture => "picture",
            Self::List => "list",
            Self::Exchanges => "exchanges",
        }
    }

    /// How high a row is on the screen, in pixels; the style sheet says the same.
    pub(in crate::panel) const fn row_height(self) -> usize {
        match self {
            Self::Picture => 46,
            // Cards have no height of their own kind: they come page by page.
            Self::List | Self::Exchanges => 28,
        }
    }
}

/// How many rows are kept before and after those on the screen.
const AROUND: usize = 60;
/// When fewer than this are left on a side, others are asked for.
const NEAR: usize = 20;

/// The rows that are here, and which of all are on the screen.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::panel) struct Window {
    /// Where the first row stands that is here.
    pub(in crate::panel) from: usize,
    pub(in crate::panel) rows: Vec<Row>,
    pub(in crate::panel) shape: Shape,
    /// The first row on the screen, and how many there are.
    seen: (usize, usize),
    /// What is to be brought into view as soon as it is here.
    reveal: Option<usize>,
}

impl Window {
    /// Nothing yet of rows that are drawn like this.
    pub(super) fn of(shape: Shape) -> Self {
        Self { shape, ..Self::default() }
    }

    /// Takes note of what is on the screen: `top` and `height` in pixels.
    pub(super) fn scroll(&mut self, top: usize, height: usize) {
        let row = self.shape.row_height();
        self.seen = (top / row, height / row + 2);
    }

    /// Goes to where `row` is on the screen, if it is not yet.
    pub(super) fn go_to(&mut self, row: usize) {
        let (first, count) = self.seen;
        if !(first..first + count.max(1)).contains(&row) {
            self.seen.0 = row.saturating_sub(count / 2);
        }
    }

    /// The first row to ask for and how many, if those near the screen are not here; `total` is how many there are.
    pub(super) fn missing(&self, total: usize) -> Option<(usize, usize)> {
        let (first, count) = (self.seen.0, self.seen.1.max(20));
        let near = first.saturating_sub(NEAR)..(first + count + NEAR).min(total);
        let here = self.from..self.from + self.rows.len();
        let covered = near.is_empty() || (here.start <= near.start && near.end <= here.end);
        (!covered).then(|| {
            let from = first.saturating_sub(AROUND);
            (from, (first + count + AROUND).min(total).saturating_sub(from))
        })
    }

    /// The row `at`, if it is here.
    pub(super) fn row(&self, at: usize) -> Option<&Row> {
        self.rows.get(at.checked_sub(self.from)?)
    }

    /// Brings `row` into view as soon as it is here.
    pub(super) fn reveal(&mut self, row: usize) {
        self.reveal = Some(row);
    }

    /// The row that can be brought into view now; it is named once.
    pub(super) fn revealed(&mut self) -> Option<usize> {
        let here = self.from..self.from + self.rows.len();
        self.reveal.take_if(|row| here.contains(row))
    }

    pub(super) fn take(&mut self, from: usize, rows: Vec<Row>) {
        (self.from, self.rows) = (from, rows);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row() -> Row {
        Row::new(0, 1, 0, "c2s", "text", "", "", 0)
    }

    const ROW_HEIGHT: usize = Shape::List.row_height();

    #[test]
    fn rows_are_asked_for_before_they_are_missing_and_not_twice() {
        let mut window = Window::of(Shape::List);
        window.scroll(0, 280);
        assert_eq!(window.missing(0), None);
        assert_eq!(window.missing(5), Some((0, 5)));
        let (from, count) = window.missing(100_000).expect("nothing is here yet");
        window.take(from, vec![row(); count]);
        assert_eq!(window.missing(100_000), None);
        window.scroll(10 * ROW_HEIGHT, 280);
        assert_eq!(window.missing(100_000), None);
        window.scroll(60 * ROW_HEIGHT, 280);
        let (from, count) = window.missing(100_000).expect("the end of what is here is near");
        assert!(from <= 40 && from + count >= 92, "{from} {count}");
        window.scroll(99_999 * ROW_HEIGHT, 280);
        let (from, count) = window.missing(100_000).expect("far away");
        assert_eq!(from + count, 100_000);
        window.take(from, vec![row(); count]);
        assert_eq!(window.missing(100_000), None);
    }

    #[test]
    fn a_row_on_the_screen_does_not_move_it() {
        let mut window = Window::of(Shape::List);
        window.scroll(100 * ROW_HEIGHT, 10 * ROW_HEIGHT);
        window.go_to(105);
        assert_eq!(window.seen.0, 100);
        window.go_to(5_000);
        assert_eq!(window.seen.0, 4_994);
    }
}
