//! What is answered, as JSON with the names of the fields here.
//!
//! `wirelab lint --format json` writes the same [`FoundRow`] and [`Summary`], so that a script and the page read one
//! thing.

use crate::proto::json::{FromJson, Members, Mismatch, RawJson, ToJson, payload};

payload! {
    /// A finding.
    pub struct FoundRow {
        /// The conversation, where there is more than one.
        conversation: Option<String> = "conversation",
        /// The rule.
        rule: String = "rule",
        /// `error`, `warning` or `note`.
        level: String = "level",
        /// `client` or `server`.
        blame: String = "blame",
        /// The number of the frame, from 1; 0 where there is none.
        frame: i64 = "frame",
        /// The first line of the text that the frame came from.
        line: Option<i64> = "line",
        /// The lane of the frame.
        lane: String = "lane",
        /// Where the frame begins on its lane.
        offset: i64 = "offset",
        /// From which byte of the frame to which.
        range: Vec<i64> = "range",
        /// The value that it is about, as a JSON Pointer.
        path: String = "path",
        /// What is wrong.
        sentence: String = "sentence",
        /// What to do about it.
        advice: Option<String> = "advice",
        /// The page of the specification.
        page: String = "page",
    }
    optional {
        /// The revisions that have the rule.
        revisions: String = "revisions",
        /// The row of the list that has the frame.
        row: i64 = "row",
    }
}

/// How grave what is called `level` is; more than another if it is greater.
#[must_use]
pub fn severity(level: &str) -> u8 {
    match level {
        "error" => 2,
        "warning" => 1,
        _ => 0,
    }
}

payload! {
    /// How many there are of each.
    pub struct Counts {
        /// Frames from the client.
        client: i64 = "client",
        /// Frames from the server.
        server: i64 = "server",
        /// Chunks of standard error.
        stderr: i64 = "stderr",
        /// Remarks, and text that nothing could be made of.
        remarks: i64 = "notes",
    }
}

payload! {
    /// What a text is, and what was found in it.
    pub struct Summary {
        /// What it was read as.
        format: String = "format",
        /// How many conversations there are.
        conversations: i64 = "conversations",
        /// How many frames.
        frames: i64 = "frames",
        /// How many findings that are errors.
        errors: i64 = "errors",
        /// Warnings.
        warnings: i64 = "warnings",
        /// Notes.
        notes: i64 = "notes",
        /// What the reader of the format has to say, as sentences with their lines.
        remarks: Vec<Members> = "remarks",
        /// How well the text fits the format, in percent; none when the format was prescribed.
        fit: Option<i64> = "fit",
        /// The names of the conversations.
        names: Vec<String> = "names",
        /// The revisions that they were judged by.
        revisions: Vec<String> = "revisions",
        /// What is on each lane.
        lanes: Counts = "lanes",
        /// How many rows the list has.
        rows: i64 = "rows",
    }
    optional {
        /// The findings, what matters most first; not all of them if there are very many.
        found: Vec<FoundRow> = "found",
        /// The names of all formats.
        formats: Vec<String> = "formats",
        /// How many exchanges of HTTP there are, if it went over HTTP.
        exchanges: i64 = "exchanges",
    }
}

payload! {
    /// One row of the list: a frame, or something beside the conversation.
    pub struct Row {
        /// The number of the frame; 0 for what is none.
        number: i64 = "number",
        /// Which conversation it is part of, from 1.
        conversation: i64 = "conversation",
        /// When it was complete, in microseconds from the start.
        at: i64 = "at",
        /// Its lane.
        lane: String = "lane",
        /// `request`, `notification`, `result`, `error`, `batch`, `broken`, `text` or `end`.
        kind: String = "kind",
        /// The method, or that of the request that is answered; or the beginning of a text.
        label: String = "label",
        /// The id, as it is written.
        id: String = "id",
        /// How many bytes.
        size: i64 = "size",
    }
    optional {
        /// The heaviest of its findings.
        level: String = "level",
        /// The code of an error.
        code: i64 = "code",
        /// How long the request waited for this answer, in microseconds.
        waited: i64 = "waited",
        /// The number of the request that is answered.
        answers: i64 = "answers",
    }
    flags {
        /// Whether something about it is not certain.
        doubtful = "doubtful",
    }
}

payload! {
    /// A row that belongs to the same request as another.
    pub struct Fellow {
        /// Which row.
        row: i64 = "row",
        /// The number of its frame.
        number: i64 = "number",
        /// As the row has it.
        kind: String = "kind",
        /// The method, where it is a request or a notification.
        method: String = "method",
    }
    optional {
        /// How long the request waited for this answer, in microseconds.
        waited: i64 = "waited",
    }
}

payload! {
    /// All about one row.
    pub struct Sheet {
        /// Which row.
        at: i64 = "row",
        /// The row itself.
        head: Row = "head",
        /// The bytes, in base64; the first ones of many.
        bytes: String = "bytes",
        /// From which byte to which the message goes.
        body: Vec<i64> = "body",
        /// What is not certain, in sentences.
        doubts: Vec<String> = "doubts",
        /// What was found here.
        found: Vec<FoundRow> = "found",
    }
    optional {
        /// The first line of the text that it came from.
        line: i64 = "line",
        /// What belongs to the same request, the row itself included: the request, and the last of the rest.
        exchange: Vec<Fellow> = "exchange",
    }
}

payload! {
    /// Some of the exchanges of HTTP in a recording.
    pub struct Page {
        /// Where the first of them stands, from 0.
        from: i64 = "from",
        /// How many there are in all.
        total: i64 = "total",
        /// What they are made of, as a `.wire.jsonl`.
        text: String = "text",
        /// The row of the list that has each of its entries.
        rows: Vec<i64> = "rows",
    }
}

payload! {
    /// One rule.
    pub struct RuleRow {
        /// Its name.
        id: String = "id",
        /// The area that it belongs to.
        area: String = "area",
        /// What it says.
        text: String = "text",
        /// How strict it is, by revisions: oldest, newest, word.
        weights: Vec<Vec<String>> = "weights",
        /// `client`, `server` or `either`.
        who: String = "who",
        /// `judged`, or why it is not.
        status: String = "status",
        /// The pages of the specification.
        pages: Vec<String> = "pages",
    }
    optional {
        /// What to do about a breach.
        advice: String = "advice",
        /// A conversation that breaks it: the revision, in English with a title, then line by line as `docs/rules.md`
        /// has it.
        breaks: String = "breaks",
        /// One that does not.
        keeps: String = "keeps",
        /// Which part of it is judged, in English.
        part: String = "part",
    }
    flags {
        /// Whether it follows from the schema or from JSON-RPC.
        derived = "derived",
        /// Whether only a part of it is judged.
        partly = "partly",
    }
}

payload! {
    /// What is wrong with a frame that nobody has written yet.
    pub struct Checked {
        /// What was found, in the order in which it stands.
        found: Vec<FoundRow> = "found",
        /// The revision that it was judged by.
        revision: String = "revision",
    }
}

/// What the [`Desk`](super::Desk) says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// What the text is.
    Summary(Box<Summary>),
    /// Rows of the list.
    Rows {
        /// Where the first of them stands.
        from: usize,
        /// The rows.
        rows: Vec<Row>,
    },
    /// All about one row.
    Sheet(Box<Sheet>),
    /// Some exchanges.
    Exchanges(Box<Page>),
    /// The rule book.
    Rules(Vec<RuleRow>),
    /// What is wrong with each of some frames.
    Checked(Vec<Checked>),
    /// What is wrong with what has gone on.
    Watched(Vec<FoundRow>),
    /// A file was made; it travels beside the reply.
    Exported {
        /// What it is called.
        name: String,
    },
    /// There is nothing on the desk, or nothing of that name.
    Nothing,
    /// There will be no answer: whoever was asked cannot be reached, or has stopped.
    Failed(String),
}

impl Reply {
    /// As JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        let members = match self {
            Self::Summary(summary) => Members::new().with("summary", &**summary),
            Self::Rows { from, rows } => Members::new().with("from", &(*from as i64)).with("rows", rows),
            Self::Sheet(sheet) => Members::new().with("sheet", &**sheet),
            Self::Exchanges(page) => Members::new().with("exchanges", &**page),
            Self::Rules(rules) => Members::new().with("rules", rules),
            Self::Checked(checked) => Members::new().with("checked", checked),
            Self::Watched(found) => Members::new().with("watched", found),
            Self::Exported { name } => Members::new().with("exported", name),
            Self::Nothing => Members::new(),
            Self::Failed(why) => Members::new().with("failed", why),
        };
        let mut out = String::new();
        members.write_json(&mut out);
        out
    }

    /// Reads a reply; one that cannot be read has failed.
    #[must_use]
    pub fn from_json(text: &str) -> Self {
        read(text).unwrap_or_else(|mismatch| Self::Failed(mismatch.to_string()))
    }
}

fn read(text: &str) -> Result<Reply, Mismatch> {
    let raw = RawJson::new(text).map_err(|_| Mismatch::new("a reply", text))?;
    let mut members = Members::from_raw(raw)?;
    let Some((name, _)) = members.iter().next() else { return Ok(Reply::Nothing) };
    Ok(match name {
        "summary" => Reply::Summary(Box::new(members.required("summary")?)),
        "from" => {
            let from = usize::try_from(members.required::<i64>("from")?).unwrap_or(0);
            Reply::Rows { from, rows: members.required("rows")? }
        }
        "sheet" => Reply::Sheet(Box::new(members.required("sheet")?)),
        "exchanges" => Reply::Exchanges(Box::new(members.required("exchanges")?)),
        "rules" => Reply::Rules(members.required("rules")?),
        "checked" => Reply::Checked(members.required("checked")?),
        "watched" => Reply::Watched(members.required("watched")?),
        "exported" => Reply::Exported { name: members.required("exported")? },
        _ => Reply::Failed(members.required("failed")?),
    })
}
