//! Which ids were used, in little memory.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::proto::jsonrpc::RequestId;

/// How many ids that are no integers, and how many stretches of integers, are remembered.
const KEPT: usize = 1 << 14;

/// Every id that a side has used. Integers in a row take no more than one of them does; beyond a cap new ids are no
/// longer remembered, and their reuse goes unnoticed.
#[derive(Debug, Default)]
pub(super) struct UsedIds {
    /// Stretches of integers: the first and the last.
    stretches: BTreeMap<i64, i64>,
    others: BTreeSet<RequestId>,
}

impl UsedIds {
    pub(super) fn contains(&self, id: &RequestId) -> bool {
        match integer(id) {
            Some(number) => {
                self.stretches.range(..=number).next_back().is_some_and(|(_, last)| number <= *last)
            }
            None => self.others.contains(id),
        }
    }

    /// How many stretches and other ids are remembered.
    pub(super) fn len(&self) -> usize {
        self.stretches.len() + self.others.len()
    }

    pub(super) fn insert(&mut self, id: &RequestId) {
        if self.contains(id) {
            return;
        }
        let Some(number) = integer(id) else {
            if self.others.len() < KEPT {
                self.others.insert(id.clone());
            }
            return;
        };
        let (mut first, mut last) = (number, number);
        if let Some((&before, &end)) = self.stretches.range(..number).next_back()
            && end.checked_add(1) == Some(number)
        {
            first = before;
        }
        if let Some(next) = number.checked_add(1)
            && let Some(end) = self.stretches.remove(&next)
        {
            last = end;
        }
        if self.stretches.len() < KEPT || first != number {
            self.stretches.insert(first, last);
        }
    }
}

fn integer(id: &RequestId) -> Option<i64> {
    id.to_json().parse().ok().filter(|_| !id.is_string())
}

/// The last few of something.
#[derive(Debug)]
pub(super) struct Recent<T> {
    items: VecDeque<T>,
    cap: usize,
    /// How many had to make room.
    forgotten: usize,
}

impl<T> Recent<T> {
    pub(super) const fn new(cap: usize) -> Self {
        Self { items: VecDeque::new(), cap, forgotten: 0 }
    }

    pub(super) fn push(&mut self, item: T) {
        if self.items.len() == self.cap {
            self.items.pop_front();
            self.forgotten += 1;
        }
        self.items.push_back(item);
    }

    /// Whether one that had to make room is still to be accounted for; from then on it is not.
    pub(super) fn take_forgotten(&mut self) -> bool {
        let is_any = self.forgotten > 0;
        self.forgotten -= usize::from(is_any);
        is_any
    }

    /// The latest that `wanted` accepts.
    pub(super) fn find(&self, wanted: impl Fn(&T) -> bool) -> Option<&T> {
        self.items.iter().rev().find(|item| wanted(item))
    }

    /// Takes out the latest that `wanted` accepts.
    pub(super) fn take(&mut self, wanted: impl Fn(&T) -> bool) -> Option<T> {
        let index = self.items.iter().rposition(wanted)?;
        self.items.remove(index)
    }

    pub(super) fn pop_first(&mut self) -> Option<T> {
        self.items.pop_front()
    }

    pub(super) fn pop_last(&mut self) -> Option<T> {
        self.items.pop_back()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.items.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_in_a_row_are_one_stretch_in_whatever_order_they_come() {
        let mut used = UsedIds::default();
        for number in (0..1000).rev().chain(2000..3000).chain(1000..2000) {
            assert!(!used.contains(&number.into()));
            used.insert(&number.into());
            assert!(used.contains(&number.into()));
        }
        assert_eq!(used.stretches.len(), 1);
        for id in [(-1).into(), 3000.into(), RequestId::from("1")] {
            assert!(!used.contains(&id), "{id}");
        }
        for edge in [i64::MAX, i64::MIN] {
            used.insert(&edge.into());
            assert!(used.contains(&edge.into()));
        }
    }
}
