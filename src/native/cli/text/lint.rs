//! The words around findings, in both languages. What a finding says is in `lint/text`.

use crate::lint::{Language, Level};
use crate::trace::Lane;

use Language::{Chinese, English};

fn several(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

pub(in crate::native::cli) fn head(
    language: Language,
    format: &str,
    sessions: usize,
    frames: usize,
) -> String {
    match language {
        English => format!(
            "read as {format}: {}, {}",
            several(sessions, "conversation", "conversations"),
            several(frames, "frame", "frames")
        ),
        Chinese => format!("按 {format} 读取：{sessions} 段对话，{frames} 帧"),
    }
}

pub(in crate::native::cli) fn line(language: Language, line: u64) -> String {
    match language {
        English => format!("line {line}"),
        Chinese => format!("第 {line} 行"),
    }
}

pub(in crate::native::cli) fn level(language: Language, level: Level) -> &'static str {
    match (language, level) {
        (English, level) => level.name(),
        (Chinese, Level::Error) => "错误",
        (Chinese, Level::Warning) => "警告",
        (Chinese, Level::Note) => "提示",
    }
}

pub(in crate::native::cli) fn place(language: Language, frame: usize, lane: Lane, at: Option<u64>) -> String {
    let to_server = lane == Lane::ClientToServer;
    let at = at.map(|at| line(language, at));
    match language {
        English => {
            let way = if to_server { "client to server" } else { "server to client" };
            let at = at.map_or_else(String::new, |at| format!(", {at}"));
            format!("frame {frame}, {way}{at}")
        }
        Chinese => {
            let way = if to_server { "客户端 → 服务器" } else { "服务器 → 客户端" };
            let at = at.map_or_else(String::new, |at| format!("，{at}"));
            format!("第 {frame} 帧，{way}{at}")
        }
    }
}

pub(in crate::native::cli) fn exchange(language: Language, exchange: u64, at: Option<u64>) -> String {
    let at = at.map(|at| line(language, at));
    match language {
        English => format!("exchange {exchange}{}", at.map_or_else(String::new, |at| format!(", {at}"))),
        Chinese => {
            format!("第 {exchange} 次 HTTP 往返{}", at.map_or_else(String::new, |at| format!("，{at}")))
        }
    }
}

pub(in crate::native::cli) fn advice(language: Language, advice: &str) -> String {
    match language {
        English => format!("Try: {advice}"),
        Chinese => format!("建议：{advice}"),
    }
}

pub(in crate::native::cli) fn counts(language: Language, counts: [usize; 3], frames: usize) -> String {
    let [errors, warnings, notes] = counts;
    match (language, frames) {
        (English, 0) => "There is no message to judge.".to_owned(),
        (Chinese, 0) => "没有可以检查的消息。".to_owned(),
        (English, _) if counts == [0; 3] => "Nothing to object to.".to_owned(),
        (Chinese, _) if counts == [0; 3] => "没有发现问题。".to_owned(),
        (English, _) => format!(
            "{}, {}, {}",
            several(errors, "error", "errors"),
            several(warnings, "warning", "warnings"),
            several(notes, "note", "notes")
        ),
        (Chinese, _) => format!("{errors} 个错误，{warnings} 个警告，{notes} 条提示"),
    }
}
