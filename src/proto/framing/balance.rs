//! Where a JSON value ends, byte by byte.

use crate::proto::json::MAX_DEPTH;

/// How far the value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Progress {
    /// Nothing but white space so far.
    Before,
    /// Within the value.
    Open,
    /// The last byte closed it.
    Closed,
    /// What came cannot be a part of an object or array.
    Broken,
}

/// Follows one object or array as its bytes come in: whether more bytes can still complete it, and when they have.
///
/// It keeps a fixed number of bytes, however long the value is, and knows brackets, strings, and what may follow
/// what. It does not check words, numbers and escapes: a value that it takes for complete may still not be JSON.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Balance {
    progress: Progress,
    in_string: bool,
    escaped: bool,
    /// The last byte outside of strings that is not white space; a quote stands for a whole string.
    last: u8,
    depth: usize,
    /// Which open brackets are those of objects, one bit each.
    objects: [u64; MAX_DEPTH / 64],
}

impl Default for Balance {
    fn default() -> Self {
        Self {
            progress: Progress::Before,
            in_string: false,
            escaped: false,
            last: b':',
            depth: 0,
            objects: [0; MAX_DEPTH / 64],
        }
    }
}

impl Balance {
    pub(crate) fn progress(&self) -> Progress {
        self.progress
    }

    /// Takes bytes until the value is complete or cannot become so; how many it took.
    pub(crate) fn extend(&mut self, bytes: &[u8]) -> usize {
        let over = |balance: &Self| matches!(balance.progress, Progress::Closed | Progress::Broken);
        let mut taken = 0;
        while taken < bytes.len() && !over(self) {
            self.step(bytes[taken]);
            taken += 1;
        }
        taken
    }

    fn step(&mut self, byte: u8) {
        if self.in_string {
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b'"' => self.in_string = false,
                0..0x20 => self.progress = Progress::Broken,
                _ => {}
            }
            return;
        }
        let begins = self.begins_value();
        let fits = match byte {
            b' ' | b'\t' | b'\n' | b'\r' => return,
            // A byte order mark.
            0xEF | 0xBB | 0xBF if self.progress == Progress::Before => return,
            b'{' | b'[' => begins && self.open(byte == b'{'),
            b'}' | b']' => !matches!(self.last, b',' | b':') && self.close(byte == b'}'),
            _ if self.progress == Progress::Before => false,
            b'"' => {
                self.in_string = true;
                begins || self.in_object() && matches!(self.last, b'{' | b',')
            }
            b':' => self.in_object() && self.last == b'"',
            b',' => !matches!(self.last, b'{' | b'[' | b',' | b':'),
            // Words and numbers: their letters, one after the other.
            b'0'..=b'9'
            | b'+'
            | b'-'
            | b'.'
            | b'E'
            | b'a'
            | b'e'
            | b'f'
            | b'l'
            | b'n'
            | b'r'
            | b's'
            | b't'
            | b'u' => begins || !matches!(self.last, b'{' | b',' | b'"' | b'}' | b']'),
            _ => false,
        };
        self.last = byte;
        if !fits {
            self.progress = Progress::Broken;
        }
    }

    fn begins_value(&self) -> bool {
        self.last == b':' || !self.in_object() && matches!(self.last, b'[' | b',')
    }

    fn in_object(&self) -> bool {
        self.depth > 0 && self.objects[(self.depth - 1) / 64] >> ((self.depth - 1) % 64) & 1 == 1
    }

    fn open(&mut self, object: bool) -> bool {
        if self.depth == MAX_DEPTH {
            return false;
        }
        let (word, bit) = (self.depth / 64, 1 << (self.depth % 64));
        self.objects[word] = if object { self.objects[word] | bit } else { self.objects[word] & !bit };
        self.depth += 1;
        self.progress = Progress::Open;
        true
    }

    fn close(&mut self, object: bool) -> bool {
        if self.depth == 0 || self.in_object() != object {
            return false;
        }
        self.depth -= 1;
        if self.depth == 0 {
            self.progress = Progress::Closed;
        }
        true
    }
}
