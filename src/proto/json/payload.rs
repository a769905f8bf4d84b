//! Payloads: structs whose fields are members of an object.

use super::value::{FromJson, Mismatch, ToJson};

/// A struct whose fields are members of an object, made by `payload!`.
pub trait Payload: FromJson + ToJson {
    /// Reads the members that are read only when asked for, and puts each back as it was read.
    ///
    /// # Errors
    /// The first that does not fit.
    fn read_later(&mut self) -> Result<(), Mismatch>;
}

/// Declares a payload: first the members that must be there, then those that may be missing (each becomes an
/// `Option`), then those that are booleans and false when missing, then those that later revisions added.
///
/// The last have no field: they are kept in `extra`, as members that nobody knows are, and read when somebody asks.
/// So a payload costs the page what its oldest revision costs, and a picture that is not as it should be spoils no
/// list of tools.
///
/// What the macro writes for a type is one line for each member: the work is done by `Members` and `ObjectWriter`,
/// once for all payloads, and what nobody calls is not in the page.
macro_rules! payload {
    (
        $(#[$meta:meta])*
        pub struct $name:ident {
            $($(#[$field_meta:meta])* $field:ident: $kind:ty = $member:literal,)*
        }
        $(optional {
            $($(#[$optional_meta:meta])* $optional:ident: $optional_kind:ty = $optional_member:literal,)*
        })?
        $(flags {
            $($(#[$flag_meta:meta])* $flag:ident = $flag_member:literal,)*
        })?
        $(later {
            $($(#[$later_meta:meta])* $later:ident, $with:ident: $later_kind:ty = $later_member:literal,)*
        })?
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct $name {
            $($(#[$field_meta])* pub $field: $kind,)*
            $($($(#[$optional_meta])* pub $optional: Option<$optional_kind>,)*)?
            $($($(#[$flag_meta])* pub $flag: bool,)*)?
            /// Members that have no field here; they survive a round trip, in their order and to the letter.
            pub extra: $crate::proto::json::Members,
        }

        impl $name {
            /// With the members that must be there, and no others.
            #[must_use]
            #[allow(clippy::too_many_arguments, reason = "a payload has as many as it has members")]
            pub fn new($($field: impl Into<$kind>),*) -> Self {
                Self {
                    $($field: $field.into(),)*
                    $($($optional: None,)*)?
                    $($($flag: false,)*)?
                    extra: $crate::proto::json::Members::new(),
                }
            }

            #[allow(unused_mut, reason = "there are payloads without a field")]
            fn of_members(
                mut members: $crate::proto::json::Members,
            ) -> Result<Self, $crate::proto::json::Mismatch> {
                Ok(Self {
                    $($field: members.required($member)?,)*
                    $($($optional: members.optional($optional_member)?,)*)?
                    $($($flag: members.flag($flag_member)?,)*)?
                    extra: members,
                })
            }

            $($(
                $(#[$later_meta])*
                ///
                /// # Errors
                /// When it does not fit.
                pub fn $later(&self) -> Result<Option<$later_kind>, $crate::proto::json::Mismatch> {
                    self.extra.peek($later_member)
                }

                #[doc = concat!("The same with `", $later_member, "`.")]
                #[must_use]
                pub fn $with(mut self, value: impl Into<$later_kind>) -> Self {
                    let value: $later_kind = value.into();
                    self.extra.put($later_member, $crate::proto::json::ToJson::into_raw(value));
                    self
                }
            )*)?
        }

        impl $crate::proto::json::Payload for $name {
            fn read_later(&mut self) -> Result<(), $crate::proto::json::Mismatch> {
                $($(if let Some(value) = self.$later()? {
                    self.extra.set($later_member, &value);
                })*)?
                Ok(())
            }
        }

        impl $crate::proto::json::FromJson for $name {
            fn from_json(text: &str) -> Result<Self, $crate::proto::json::Mismatch> {
                Self::of_members($crate::proto::json::Members::from_json(text)?)
            }

            fn from_raw(raw: $crate::proto::json::RawJson) -> Result<Self, $crate::proto::json::Mismatch> {
                Self::of_members($crate::proto::json::Members::from_raw(raw)?)
            }
        }

        impl $crate::proto::json::ToJson for $name {
            fn write_json(&self, out: &mut String) {
                let mut object = $crate::proto::json::ObjectWriter::new(out);
                $(object.required($member, &self.$field);)*
                $($(object.optional($optional_member, &self.$optional);)*)?
                $($(object.flag($flag_member, &self.$flag);)*)?
                object.rest(&self.extra);
                object.end();
            }
        }
    };
}

pub(crate) use payload;

#[cfg(test)]
#[expect(unreachable_pub, reason = "payloads are public everywhere else")]
mod tests {
    use super::Payload;
    use crate::proto::json::{FromJson, RawJson};

    payload! {
        /// Something to test with.
        pub struct Sample {
            /// A text.
            name: String = "name",
        }
        optional {
            /// Numbers.
            list: Vec<i64> = "list",
            /// Anything.
            any: RawJson = "any",
        }
        flags {
            /// A flag.
            on = "on",
        }
        later {
            /// A text of later.
            note, with_note: String = "note",
        }
    }

    #[test]
    fn what_came_later_is_read_when_asked_for_and_stays_in_its_place() {
        let text = r#"{"name":"a","x":1,"note":"b","y":2}"#;
        let mut sample = Sample::from_json(text).expect("valid");
        assert_eq!(sample.note(), Ok(Some("b".to_owned())));
        sample.read_later().expect("it fits");
        assert_eq!(RawJson::from_value(&sample).as_str(), text);
        let made = Sample::new("a").with_note("c");
        assert_eq!(RawJson::from_value(&made).as_str(), r#"{"name":"a","note":"c"}"#);
        let odd = Sample::from_json(r#"{"name":"a","note":7}"#).expect("valid all the same");
        assert_eq!(odd.note().expect_err("a number").to_string(), "/note: expected a string, found a number");
        let twice = Sample::from_json(r#"{"name":"a","note":"b","note":"c"}"#).expect("valid all the same");
        assert!(twice.note().is_err());
    }

    #[test]
    fn what_is_unknown_survives_to_the_letter() {
        for text in [
            r#"{"name":"a","list":[1,2],"any":null,"on":true,"n":1.50,"z":{"b":1e5,"a":null}}"#,
            r#"{"name":"\u00e9","list":[]}"#.replace("\\u00e9", "é").as_str(),
            r#"{"name":"a","list":null,"on":null}"#,
            r#"{"name":"a","on":false}"#,
        ] {
            let sample = Sample::from_json(text).expect(text);
            assert_eq!(RawJson::from_value(&sample).as_str(), text);
        }
    }

    #[test]
    fn a_value_takes_the_place_of_the_null_or_false_that_was_read() {
        let mut sample = Sample::from_json(r#"{"name":"a","list":null,"on":false,"x":1}"#).expect("valid");
        (sample.list, sample.on) = (Some(vec![1]), true);
        assert_eq!(RawJson::from_value(&sample).as_str(), r#"{"name":"a","list":[1],"on":true,"x":1}"#);
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
