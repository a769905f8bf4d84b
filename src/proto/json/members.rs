//! The members of an object, and payloads made of them.

use std::borrow::Cow;

use super::outline::{Item, Outline};
use super::raw::RawJson;
use super::value::{FromJson, Mismatch, ToJson};

/// The members of an object in their order, each value as it was written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Members(Vec<(String, RawJson)>);

impl Members {
    /// No members.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// The same members and one more at the end.
    #[must_use]
    pub fn with<T: ToJson + ?Sized>(mut self, name: &str, value: &T) -> Self {
        self.0.push((name.to_owned(), RawJson::from_value(value)));
        self
    }

    /// The value of the first member called `name`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&RawJson> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// Whether there is a member called `name`.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Whether there is no member at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Names and values in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &RawJson)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Takes the member `name` out.
    ///
    /// # Errors
    /// When it stands there twice: readers disagree on which one counts.
    pub fn take(&mut self, name: &str) -> Result<Option<RawJson>, Mismatch> {
        let Some(index) = self.0.iter().position(|(key, _)| key == name) else { return Ok(None) };
        let (_, value) = self.0.remove(index);
        if self.contains(name) {
            return Err(Mismatch { path: String::new(), expected: "one member", found: "two" }.within(name));
        }
        Ok(Some(value))
    }

    /// Takes the member `name` out and reads it.
    ///
    /// # Errors
    /// When it is missing or does not fit.
    pub fn required<T: FromJson>(&mut self, name: &str) -> Result<T, Mismatch> {
        match self.take(name)? {
            Some(value) => value.parse().map_err(|mismatch: Mismatch| mismatch.within(name)),
            None => Err(Mismatch { path: String::new(), expected: "a member", found: "none" }.within(name)),
        }
    }

    /// Takes the member `name` out and reads it, if it is there and not `null`. A `null` stays where it is.
    ///
    /// # Errors
    /// When it does not fit.
    pub fn optional<T: FromJson>(&mut self, name: &str) -> Result<Option<T>, Mismatch> {
        if self.get(name).is_none_or(|value| value.as_str() == "null") {
            return Ok(None);
        }
        self.required(name).map(Some)
    }

    /// Takes the member `name` out and reads it as a boolean; a missing one is false.
    ///
    /// # Errors
    /// When it is something else.
    pub fn flag(&mut self, name: &str) -> Result<bool, Mismatch> {
        self.optional(name).map(Option::unwrap_or_default)
    }
}

impl FromJson for Members {
    fn from_json(text: &str) -> Result<Self, Mismatch> {
        let outline = Outline::read(text).ok().filter(Outline::is_object);
        let outline = outline.ok_or_else(|| Mismatch::new("an object", text))?;
        let own = |item: Item<'_>| {
            // A name with half of a surrogate pair is no name that anybody asks for: it is kept as written.
            let name = item.name().map_or_else(|| item.key.unwrap_or_default().to_owned(), Cow::into_owned);
            (name, RawJson::trusted(item.value))
        };
        Ok(Self(outline.items(text).map(own).collect()))
    }
}

impl ToJson for Members {
    fn write_json(&self, out: &mut String) {
        let mut object = ObjectWriter::new(out);
        for (name, value) in self.iter() {
            object.required(name, value);
        }
        object.end();
    }
}

/// Writes an object member by member.
#[derive(Debug)]
pub struct ObjectWriter<'a> {
    out: &'a mut String,
    separator: char,
}

impl<'a> ObjectWriter<'a> {
    /// Begins an object.
    pub fn new(out: &'a mut String) -> Self {
        Self { out, separator: '{' }
    }

    /// Writes a member.
    pub fn required<T: ToJson + ?Sized>(&mut self, name: &str, value: &T) {
        self.out.push(self.separator);
        self.separator = ',';
        name.write_json(self.out);
        self.out.push(':');
        value.write_json(self.out);
    }

    /// Writes a member if there is a value.
    pub fn optional<T: ToJson>(&mut self, name: &str, value: &Option<T>) {
        if let Some(value) = value {
            self.required(name, value);
        }
    }

    /// Writes a member if it is true.
    pub fn flag(&mut self, name: &str, value: &bool) {
        if *value {
            self.required(name, value);
        }
    }

    /// Ends the object.
    pub fn end(self) {
        if self.separator == '{' {
            self.out.push('{');
        }
        self.out.push('}');
    }
}

/// Declares a payload: a struct whose fields are members of an object. Each field names its member and how it is
/// read and written (`required`, `optional` or `flag`); members without a field are kept in `extra`.
macro_rules! payload {
    (
        $(#[$meta:meta])*
        pub struct $name:ident {
            $($(#[$field_meta:meta])* $field:ident: $kind:ty = $how:ident $member:literal,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct $name {
            $($(#[$field_meta])* pub $field: $kind,)*
            /// Members that have no field here; they survive a round trip, in their order and to the letter.
            pub extra: $crate::proto::json::Members,
        }

        impl $crate::proto::json::FromJson for $name {
            fn from_json(text: &str) -> Result<Self, $crate::proto::json::Mismatch> {
                let mut members = $crate::proto::json::Members::from_json(text)?;
                Ok(Self { $($field: members.$how($member)?,)* extra: members })
            }
        }

        impl $crate::proto::json::ToJson for $name {
            fn write_json(&self, out: &mut String) {
                let mut object = $crate::proto::json::ObjectWriter::new(out);
                $(object.$how($member, &self.$field);)*
                for (name, value) in self.extra.iter() {
                    object.required(name, value);
                }
                object.end();
            }
        }
    };
}

pub(crate) use payload;

#[cfg(test)]
#[expect(unreachable_pub, reason = "payloads are public everywhere else")]
mod tests {
    use super::*;

    payload! {
        /// Something to test with.
        pub struct Sample {
            /// A text.
            name: String = required "name",
            /// Numbers.
            list: Option<Vec<i64>> = optional "list",
            /// A flag.
            on: bool = flag "on",
        }
    }

    #[test]
    fn what_is_unknown_survives_to_the_letter() {
        for text in [
            r#"{"name":"a","list":[1,2],"on":true,"n":1.50,"z":{"b":1e5,"a":null}}"#,
            r#"{"name":"\u00e9","list":[]}"#.replace("\\u00e9", "é").as_str(),
            r#"{"name":"a","list":null,"on":null}"#,
        ] {
            let sample = Sample::from_json(text).expect(text);
            assert_eq!(RawJson::from_value(&sample).as_str(), text);
        }
    }

    #[test]
    fn a_mismatch_says_where_and_what() {
        for (text, expected) in [
            ("[]", "expected an object, found an array"),
            ("{}", "/name: expected a member, found none"),
            (r#"{"name":7}"#, "/name: expected a string, found a number"),
            (r#"{"name":"a","list":[1,"x"]}"#, "/list/1: expected an integer, found a string"),
            (r#"{"name":"a","list":{}}"#, "/list: expected an array, found an object"),
            (r#"{"name":"a","on":0}"#, "/on: expected a boolean, found a number"),
            (r#"{"name":"a","name":"b"}"#, "/name: expected one member, found two"),
        ] {
            assert_eq!(Sample::from_json(text).expect_err(text).to_string(), expected, "{text}");
        }
    }
}
