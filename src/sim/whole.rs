//! What only the whole has.

use core::mem::ManuallyDrop;

use super::WHOLE;

/// Something that the small module of the page never has: where it stands, not even the code that drops it is there.
#[derive(Debug)]
pub struct Whole<T>(ManuallyDrop<Option<Box<T>>>);

impl<T> Whole<T> {
    /// What `make` makes, in the whole.
    pub(crate) fn new(make: impl FnOnce() -> Option<T>) -> Self {
        Self(ManuallyDrop::new(if WHOLE { make().map(Box::new) } else { None }))
    }

    pub(crate) fn as_ref(&self) -> Option<&T> {
        if WHOLE { self.0.as_deref() } else { None }
    }

    pub(crate) fn as_mut(&mut self) -> Option<&mut T> {
        if WHOLE { self.0.as_deref_mut() } else { None }
    }

    /// Takes it out.
    pub(crate) fn take(&mut self) -> Option<Box<T>> {
        if WHOLE { self.0.take() } else { None }
    }
}

impl<T: Clone> Clone for Whole<T> {
    fn clone(&self) -> Self {
        Self::new(|| self.as_ref().cloned())
    }
}

impl<T: PartialEq> PartialEq for Whole<T> {
    fn eq(&self, other: &Self) -> bool {
        self.as_ref() == other.as_ref()
    }
}

impl<T: Eq> Eq for Whole<T> {}

impl<T> Default for Whole<T> {
    fn default() -> Self {
        Self::new(|| None)
    }
}

impl<T> Drop for Whole<T> {
    fn drop(&mut self) {
        drop(self.take());
    }
}
