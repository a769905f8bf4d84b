//! What can be asked, as JSON: `{"verb":"rows","language":"en","from":0,"count":100}`.

use super::Example;
use crate::proto::base64;
use crate::proto::json::{FromJson, Members, Mismatch, RawJson, ToJson};
use crate::trace::Lane;
use crate::trace::text::Language;

/// One question to the [`Desk`](super::Desk).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ask {
    /// Read and judge the text that comes with the question: a [`Summary`](super::Summary).
    Open {
        /// What the text is called.
        name: String,
        /// The name of the format to read it as; what it looks like if none.
        format: Option<String>,
        /// The revision to judge by until the text names one.
        protocol: Option<String>,
        /// Instead of a text that comes with the question, one of ours.
        example: Option<Example>,
    },
    /// The summary once more, in another language.
    Summary,
    /// Some rows of the list.
    Rows {
        /// The first, from 0.
        from: usize,
        /// How many.
        count: usize,
    },
    /// All about one row: a [`Sheet`](super::Sheet).
    Sheet {
        /// Which row.
        row: usize,
    },
    /// The whole rule book.
    Rules,
    /// Judge frames that nobody has written yet, each as if it came next in the conversation that comes with the
    /// question as a `.wire.jsonl`: one [`Checked`](super::Checked) for each.
    Frames {
        /// Which way they would go.
        lane: Lane,
        /// The revision to judge by until the conversation names one.
        protocol: Option<String>,
        /// Their bytes.
        frames: Vec<Vec<u8>>,
    },
    /// Judge what comes with the question as a `.wire.jsonl`, as it goes on after what was judged before: a
    /// [`Reply::Watched`](super::Reply::Watched).
    Watch {
        /// The number of the first entry, from 0. At 0 a conversation begins.
        from: usize,
        /// The revision to judge by until the conversation names one.
        protocol: Option<String>,
    },
    /// Judge what comes with the question as a `.wire.jsonl` that has no end yet, each of its conversations by itself: a
    /// [`Reply::Watched`](super::Reply::Watched), each finding with the number of its entry, from 0, as its row. What is
    /// on the desk stays there.
    Hear {
        /// The revision to judge by until a conversation names one.
        protocol: Option<String>,
    },
    /// Some of the exchanges of HTTP: a [`Page`](super::Page).
    Exchanges {
        /// The first, from 0.
        from: usize,
        /// How many.
        count: usize,
        /// Those around the exchange that has this row of the list, instead.
        row: Option<usize>,
    },
    /// Make a file of what is on the desk.
    Export {
        /// The name of the [`Target`](crate::trace::export::Target).
        target: String,
        /// Whether to cover what looks secret.
        redact: bool,
    },
}

impl Ask {
    /// As JSON, to be answered in `language`.
    #[must_use]
    pub fn to_json(&self, language: Language) -> String {
        let members = Members::new().with("verb", self.verb()).with("language", language.tag());
        let members = match self {
            Self::Open { name, format, protocol, example } => members
                .with("name", name)
                .with("format", format)
                .with("protocol", protocol)
                .with("example", &example.map(Example::name)),
            Self::Hear { protocol } => members.with("protocol", protocol),
            Self::Exchanges { from, count, row } => members
                .with("from", &(*from as i64))
                .with("count", &(*count as i64))
                .with("row", &row.map(|row| row as i64)),
            Self::Rows { from, count } => {
                members.with("from", &(*from as i64)).with("count", &(*count as i64))
            }
            Self::Sheet { row } => members.with("row", &(*row as i64)),
            Self::Export { target, redact } => members.with("target", target).with("redact", redact),
            Self::Frames { lane, protocol, frames } => {
                let text = |frame: &Vec<u8>| {
                    let mut text = String::new();
                    base64::encode(frame, &mut text);
                    text
                };
                let frames: Vec<String> = frames.iter().map(text).collect();
                members.with("lane", lane.name()).with("protocol", protocol).with("frames", &frames)
            }
            Self::Watch { from, protocol } => {
                members.with("from", &(*from as i64)).with("protocol", protocol)
            }
            Self::Summary | Self::Rules => members,
        };
        let mut out = String::new();
        members.write_json(&mut out);
        out
    }

    /// Reads a question and the language of its answer.
    ///
    /// # Errors
    /// When it is none.
    pub fn from_json(text: &str) -> Result<(Self, Language), Mismatch> {
        let raw = RawJson::new(text).map_err(|_| Mismatch::new("a question", text))?;
        let mut members = Members::from_raw(raw)?;
        let (verb, tag) = (members.required::<String>("verb")?, members.required::<String>("language")?);
        let language = Language::ALL.into_iter().find(|language| language.tag() == tag);
        let mut count =
            |name| members.required::<i64>(name).map(|number| usize::try_from(number).unwrap_or(0));
        let ask = match verb.as_str() {
            "open" => Self::Open {
                name: members.required("name")?,
                format: members.required("format")?,
                protocol: members.required("protocol")?,
                example: members.required::<Option<String>>("example")?.and_then(|name| Example::find(&name)),
            },
            "summary" => Self::Summary,
            "rows" => Self::Rows { from: count("from")?, count: count("count")? },
            "sheet" => Self::Sheet { row: count("row")? },
            "rules" => Self::Rules,
            "frames" => {
                let lane = Lane::find(&members.required::<String>("lane")?);
                let decode = |text: &String| base64::decode(text);
                let frames: Option<_> =
                    members.required::<Vec<String>>("frames")?.iter().map(decode).collect();
                Self::Frames {
                    lane: lane.ok_or_else(|| Mismatch::new("a lane", "\"\"").within("lane"))?,
                    protocol: members.required("protocol")?,
                    frames: frames.ok_or_else(|| Mismatch::new("base64", "\"\"").within("frames"))?,
                }
            }
            "hear" => Self::Hear { protocol: members.required("protocol")? },
            "exchanges" => {
                let (from, most) = (count("from")?, count("count")?);
                let row = members.required::<Option<i64>>("row")?.and_then(|row| usize::try_from(row).ok());
                Self::Exchanges { from, count: most, row }
            }
            "watch" => Self::Watch { from: count("from")?, protocol: members.required("protocol")? },
            "export" => {
                Self::Export { target: members.required("target")?, redact: members.required("redact")? }
            }
            _ => return Err(Mismatch::new("a verb", text)),
        };
        Ok((ask, language.unwrap_or(Language::English)))
    }

    /// What it is called.
    #[must_use]
    pub const fn verb(&self) -> &'static str {
        match self {
            Self::Open { .. } => "open",
            Self::Summary => "summary",
            Self::Rows { .. } => "rows",
            Self::Sheet { .. } => "sheet",
            Self::Rules => "rules",
            Self::Frames { .. } => "frames",
            Self::Watch { .. } => "watch",
            Self::Hear { .. } => "hear",
            Self::Exchanges { .. } => "exchanges",
            Self::Export { .. } => "export",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_question_arrives_as_it_was_asked() {
        let asks = [
            Ask::Open {
                name: "a \"b\"".to_owned(),
                format: None,
                protocol: Some("2025-06-18".to_owned()),
                example: Some(Example::EarlyCall),
            },
            Ask::Summary,
            Ask::Rows { from: 100_000, count: 7 },
            Ask::Sheet { row: 3 },
            Ask::Rules,
            Ask::Frames {
                lane: Lane::ServerToClient,
                protocol: None,
                frames: vec![Vec::new(), b"{\"a\":1}\n".to_vec(), vec![0xFF, 0]],
            },
            Ask::Watch { from: 7, protocol: Some("2025-06-18".to_owned()) },
            Ask::Hear { protocol: None },
            Ask::Exchanges { from: 40, count: 20, row: None },
            Ask::Exchanges { from: 0, count: 20, row: Some(7) },
            Ask::Export { target: "har".to_owned(), redact: true },
        ];
        for ask in asks {
            for language in Language::ALL {
                assert_eq!(Ask::from_json(&ask.to_json(language)), Ok((ask.clone(), language)));
            }
        }
        for text in [
            "",
            "[]",
            "{}",
            r#"{"verb":"dance","language":"en"}"#,
            r#"{"verb":"rows","language":"en","from":1}"#,
        ] {
            assert!(Ask::from_json(text).is_err(), "{text}");
        }
    }
}
