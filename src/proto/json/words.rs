//! Sets of words that the specification names and that a peer may not keep to.

/// Declares an enumeration of strings. A word that is not in the set is kept in `Other`: a tool that shows what was
/// sent cannot refuse to read it, and a later revision may have it.
macro_rules! words {
    (
        $(#[$meta:meta])*
        pub enum $name:ident {
            $($(#[$variant_meta:meta])* $variant:ident = $word:literal,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$variant_meta])* $variant,)*
            /// A word that is not in the set, as it was sent.
            Other(Box<str>),
        }

        impl $name {
            /// The words of the set, in the order of the variants.
            pub const WORDS: &'static [&'static str] = &[$($word),*];

            /// The word on the wire.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $word,)*
                    Self::Other(word) => word,
                }
            }
        }

        impl From<&str> for $name {
            fn from(word: &str) -> Self {
                match word {
                    $($word => Self::$variant,)*
                    _ => Self::Other(word.into()),
                }
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl $crate::proto::json::FromJson for $name {
            fn from_json(text: &str) -> Result<Self, $crate::proto::json::Mismatch> {
                <String as $crate::proto::json::FromJson>::from_json(text).map(|word| Self::from(word.as_str()))
            }
        }

        impl $crate::proto::json::ToJson for $name {
            fn write_json(&self, out: &mut String) {
                $crate::proto::json::ToJson::write_json(self.as_str(), out);
            }
        }
    };
}

pub(crate) use words;

#[cfg(test)]
#[expect(unreachable_pub, reason = "words are public everywhere else")]
mod tests {
    use crate::proto::json::RawJson;

    words! {
        /// Something to test with.
        pub enum Size {
            /// Not big.
            Small = "small",
            /// Not small.
            Big = "big",
        }
    }

    #[test]
    fn known_words_have_variants_and_others_are_kept() {
        for (text, size) in
            [("\"small\"", Size::Small), ("\"big\"", Size::Big), ("\"Big\"", Size::Other("Big".into()))]
        {
            let raw = RawJson::new(text).expect("valid");
            assert_eq!(raw.parse::<Size>().as_ref(), Ok(&size));
            assert_eq!(RawJson::from_value(&size), raw);
        }
        assert_eq!(Size::WORDS, ["small", "big"]);
        assert!(RawJson::new("7").expect("valid").parse::<Size>().is_err());
    }
}
