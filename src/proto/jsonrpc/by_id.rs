//! What is known of requests, by their ids.

use core::hash::BuildHasher;
use std::collections::{BinaryHeap, HashMap};
use std::hash::RandomState;

use super::RequestId;

/// A value for each request that is open.
///
/// Most are answered before the next one comes: the newest is kept apart, where no table is needed to find it.
#[derive(Debug)]
pub(crate) struct ById<T, S = RandomState> {
    newest: Option<(RequestId, T)>,
    older: HashMap<RequestId, T, S>,
}

impl<T, S: Default> Default for ById<T, S> {
    fn default() -> Self {
        Self { newest: None, older: HashMap::default() }
    }
}

impl<T, S: BuildHasher> ById<T, S> {
    pub(crate) fn contains(&self, id: &RequestId) -> bool {
        self.get(id).is_some()
    }

    /// Takes the value of a request whose id is that of no other.
    pub(crate) fn insert(&mut self, id: RequestId, value: T) {
        debug_assert!(!self.contains(&id), "an id of its own");
        if let Some((id, value)) = self.newest.replace((id, value)) {
            self.older.insert(id, value);
        }
    }

    pub(crate) fn get(&self, id: &RequestId) -> Option<&T> {
        match &self.newest {
            Some((newest, value)) if newest == id => Some(value),
            _ if self.older.is_empty() => None,
            _ => self.older.get(id),
        }
    }

    pub(crate) fn get_mut(&mut self, id: &RequestId) -> Option<&mut T> {
        match &mut self.newest {
            Some((newest, value)) if newest == id => Some(value),
            _ => self.older.get_mut(id),
        }
    }

    pub(crate) fn remove(&mut self, id: &RequestId) -> Option<T> {
        match self.newest.take_if(|(newest, _)| newest == id) {
            Some((_, value)) => Some(value),
            None => self.older.remove(id),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.older.len() + usize::from(self.newest.is_some())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.newest.is_none() && self.older.is_empty()
    }

    /// In any order.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &RequestId> {
        self.older.keys().chain(self.newest.as_ref().map(|(id, _)| id))
    }

    /// In the order of their ids.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&RequestId, &T)> {
        sorted(self.keys()).into_iter().filter_map(|id| match &self.newest {
            Some((newest, value)) if *newest == id => Some((newest, value)),
            _ => self.older.get_key_value(&id),
        })
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl<T, S: BuildHasher> ById<T, S> {
    /// In any order.
    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.older.values_mut().chain(self.newest.as_mut().map(|(_, value)| value))
    }

    /// Takes them all out, in any order.
    pub(crate) fn drain(&mut self) -> impl Iterator<Item = (RequestId, T)> {
        self.older.drain().chain(self.newest.take())
    }
}

/// Ids in their order: tables of open requests have none of their own.
pub(crate) fn sorted<'a>(ids: impl Iterator<Item = &'a RequestId>) -> Vec<RequestId> {
    // Timers have a heap already: a second kind of sorting would only make the page larger.
    ids.cloned().collect::<BinaryHeap<_>>().into_sorted_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_found_in_any_order_whether_newest_or_older() {
        let names = ["a", "b", "c"];
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [1, 0, 2], [2, 0, 1], [0, 2, 1]] {
            let mut table: ById<_> = ById::default();
            for (id, name) in (1_i64..).zip(names) {
                table.insert(id.into(), name);
            }
            assert_eq!(table.iter().map(|(_, name)| *name).collect::<String>(), "abc");
            for at in order {
                let id = RequestId::from(at as i64 + 1);
                assert_eq!(table.get(&id), Some(&names[at]));
                assert_eq!(table.get_mut(&id).copied(), Some(names[at]));
                assert!(!table.is_empty());
                assert_eq!(table.remove(&id), Some(names[at]));
                assert!(!table.contains(&id) && table.remove(&id).is_none());
            }
            assert!(table.is_empty());
        }
    }

    #[test]
    #[cfg(not(target_arch = "wasm32"))]
    fn all_values_are_changed_or_taken_the_newest_too() {
        let mut table: ById<i64> = ById::default();
        (1..=3).for_each(|id: i64| table.insert(id.into(), 0));
        table.values_mut().for_each(|value| *value += 7);
        let mut all: Vec<_> = table.drain().collect();
        all.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        assert_eq!(all, [(1.into(), 7), (2.into(), 7), (3.into(), 7)]);
        assert_eq!((table.len(), table.is_empty()), (0, true));
    }
}
