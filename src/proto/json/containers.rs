//! Which brackets are open.

use super::fault::MAX_DEPTH;

/// The kinds of the open containers, one bit each: deep nesting costs no allocation.
#[derive(Default)]
pub(super) struct Containers {
    /// How many are open.
    pub(super) depth: usize,
    /// A bit that is set stands for an object.
    objects: [u64; MAX_DEPTH / 64],
}

impl Containers {
    /// Opens one. There must be fewer than [`MAX_DEPTH`].
    pub(super) fn push(&mut self, object: bool) {
        let (word, bit) = (self.depth / 64, 1 << (self.depth % 64));
        if object {
            self.objects[word] |= bit;
        } else {
            self.objects[word] &= !bit;
        }
        self.depth += 1;
    }

    /// Closes the innermost one, which must be there.
    pub(super) fn pop(&mut self) {
        self.depth -= 1;
    }

    /// Whether the innermost one is an object.
    pub(super) fn is_object(&self) -> bool {
        self.depth > 0 && self.bit()
    }

    /// Whether the innermost one is an array.
    pub(super) fn is_array(&self) -> bool {
        self.depth > 0 && !self.bit()
    }

    fn bit(&self) -> bool {
        let innermost = self.depth - 1;
        self.objects[innermost / 64] & 1 << (innermost % 64) != 0
    }
}
