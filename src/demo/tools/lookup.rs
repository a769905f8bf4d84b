//! The tools that look something up: in a folder, in a database, in a table of made-up weather.

use super::{Entry, PLAIN};
use crate::demo::arguments::Arguments;
use crate::demo::database;
use crate::demo::files::{self, FileError};
use crate::demo::registry::{Context, Started};
use crate::demo::weather;

/// They change nothing, and reach nothing but what the server was given.
const READS: &str = r#"{"readOnlyHint":true,"openWorldHint":false}"#;

pub(super) const TOOLS: &[Entry] = &[
    Entry {
        name: "read_file",
        label: Some(("Read file", READS)),
        description: "Read a text file below the server's base directory, at most its first 200 lines.",
        properties: r#""path":{"type":"string","maxLength":1000,"description":"The file, from the base directory on, with / between names.","examples":["README.txt"]}"#,
        required: &["path"],
        handler: read_file,
        ..PLAIN
    },
    Entry {
        name: "query_db",
        label: Some(("Query database", READS)),
        description: "Ask the server's SQLite database with one SELECT; at most 50 rows come back. The tables are in sqlite_schema.",
        properties: r#""sql":{"type":"string","maxLength":10000,"description":"One statement that only reads.","examples":["SELECT name, sql FROM sqlite_schema"]}"#,
        required: &["sql"],
        handler: query_db,
        ..PLAIN
    },
    Entry {
        name: "get_alerts",
        label: Some(("Weather alerts", READS)),
        description: "Tell the weather alerts for a US state. Sample data for a few states, not live.",
        properties: r#""state":{"type":"string","maxLength":20,"description":"The state's two-letter code.","examples":["CA"]}"#,
        required: &["state"],
        handler: get_alerts,
        ..PLAIN
    },
    Entry {
        name: "get_forecast",
        label: Some(("Weather forecast", READS)),
        description: "Tell the weather forecast for a place. Sample data for a few cities, not live.",
        properties: concat!(
            r#""latitude":{"type":"number","minimum":-90,"maximum":90,"description":"In degrees, north of the equator.","examples":[40.71]},"#,
            r#""longitude":{"type":"number","minimum":-180,"maximum":180,"description":"In degrees, east of Greenwich.","examples":[-74.01]}"#,
        ),
        required: &["latitude", "longitude"],
        handler: get_forecast,
        ..PLAIN
    },
];

fn read_file(arguments: &Arguments<'_>, context: &Context<'_>) -> Started {
    match context.folder.read(&arguments.text("path")) {
        Ok(bytes) => Started::text(files::shown(&bytes)),
        Err(error) => {
            let mut text = format!("Error: {error}");
            if matches!(error, FileError::NotFound(_)) {
                text.push_str(&there_is(&context.folder.list()));
            }
            Started::failure(text)
        }
    }
}

/// What there is instead, as far as it helps.
fn there_is(names: &[String]) -> String {
    const SHOWN: usize = 20;
    match names.len() {
        0 => String::new(),
        count => {
            let more = if count > SHOWN { ", …" } else { "" };
            format!(". There is: {}{more}", names[..count.min(SHOWN)].join(", "))
        }
    }
}

fn query_db(arguments: &Arguments<'_>, context: &Context<'_>) -> Started {
    database::ask(context.database, &arguments.text("sql"))
}

fn get_alerts(arguments: &Arguments<'_>, _: &Context<'_>) -> Started {
    weather::alerts(&arguments.text("state")).map_or_else(Started::failure, Started::text)
}

fn get_forecast(arguments: &Arguments<'_>, _: &Context<'_>) -> Started {
    let (latitude, longitude) = (arguments.number("latitude"), arguments.number("longitude"));
    weather::forecast(latitude, longitude).map_or_else(Started::failure, Started::text)
}
