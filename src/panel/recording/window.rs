//! Which rows of a long list are here.

use crate::desk::Row;

/// How high a row is on the screen, in pixels; the style sheet says the same.
pub(crate) const ROW_HEIGHT: usize = 28;
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
    /// The first row on the screen, and how many there are.
    seen: (usize, usize),
    /// What is to be brought into view as soon as it is here.
    reveal: Option<usize>,
}

impl Window {
    /// Takes note of what is on the screen: `top` and `height` in pixels.
    pub(super) fn scroll(&mut self, top: usize, height: usize) {
        self.seen = (top / ROW_HEIGHT, height / ROW_HEIGHT + 2);
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

    #[test]
    fn rows_are_asked_for_before_they_are_missing_and_not_twice() {
        let mut window = Window::default();
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
        let mut window = Window::default();
        window.scroll(100 * ROW_HEIGHT, 10 * ROW_HEIGHT);
        window.go_to(105);
        assert_eq!(window.seen.0, 100);
        window.go_to(5_000);
        assert_eq!(window.seen.0, 4_994);
    }
}
