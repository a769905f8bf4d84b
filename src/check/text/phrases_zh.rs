//! 应有什么、实际来了什么：简体中文。

use super::cut;
use crate::check::case::{Kind, Need, Want};
use crate::check::verdict::Got;

pub(super) fn sentence(wanted: &Want, came: &Got) -> String {
    format!("应有：{}。实际：{}。", want(wanted), got(came))
}

fn want(want: &Want) -> String {
    match want {
        Want::Result(id) => format!("请求 {id} 的结果"),
        Want::Holds(id, "", kind) => format!("请求 {id} 的结果是{}", what(*kind)),
        Want::Holds(id, pointer, kind) => {
            format!("请求 {id} 的结果在 {pointer} 处有{}", what(*kind))
        }
        Want::Error(id, []) => format!("请求 {id} 的错误"),
        Want::Error(id, codes) => format!("请求 {id} 的错误 {}", either(codes)),
        Want::ErrorHolds(id, pointer, kind) => {
            format!("请求 {id} 的错误，其 data 在 {pointer} 处有{}", what(*kind))
        }
        Want::ToolError(id) => format!("请求 {id} 的结果，带有 isError"),
        Want::Answer(id) => format!("对请求 {id} 的应答"),
        Want::Answers(id, count) => format!("对 {id} 的 {count} 个应答，问了几次就答几次"),
        Want::Silence(id) => format!("对 {id} 不应答"),
        Want::NothingBut(_, []) => "什么都没有".to_owned(),
        Want::NothingBut(_, codes) => format!("什么都没有，或错误 {}", either(codes)),
        Want::Nameless(code) => format!("不带 id 的错误 {code}"),
        Want::Before(first, second) => format!("先应答 {first}，后应答 {second}"),
        Want::All(count) => format!("请求 1 到 {count} 各有一个结果"),
        Want::LastPage => "逐页的列表，直到没有 nextCursor 的一页".to_owned(),
        Want::Told(method) => format!("通知 {method}"),
        Want::End => "输入结束后进程很快结束".to_owned(),
        Want::Either(wants) => wants.iter().map(self::want).collect::<Vec<_>>().join("，或"),
        Want::Both(wants) => wants.iter().map(self::want).collect::<Vec<_>>().join("，且"),
        Want::Status(name, statuses) => format!("{} 得到 HTTP {}", named(name), alternatives(statuses)),
        Want::Refused(name) => format!("{} 被拒绝，HTTP 400 至 499", named(name)),
        Want::NoBody(name) => format!("{} 的应答没有正文", named(name)),
        Want::Kind(name, kinds) => format!("{} 的应答类型为 {}", named(name), kinds.join(" 或 ")),
        Want::StreamHeader(name, header, value) => format!("{} 的流带有 {header}: {value}", named(name)),
        Want::Over(name) => format!("{} 的流在应答之后结束", named(name)),
        Want::VisibleSession(_) => "会话 id 只有可见的 ASCII".to_owned(),
        Want::OtherSession(..) => "不同的会话有不同的 id".to_owned(),
        Want::NoAnswers(name) => format!("{} 的流上没有应答", named(name)),
        Want::NoMessages(name) => format!("{} 的流上没有消息", named(name)),
        Want::Primed(name) => format!("{} 的流先来一个只有 id、没有数据的事件", named(name)),
        Want::OnceOnly => "每条消息只在一个流上".to_owned(),
        Want::OwnEventIds => "每个事件有自己的 id".to_owned(),
        Want::NoQuestions => "服务器不发请求".to_owned(),
    }
}

fn named(name: &str) -> String {
    super::named(name, "请求")
}

fn what(kind: Kind) -> String {
    match kind {
        Kind::Object => "对象".to_owned(),
        Kind::Array => "数组".to_owned(),
        Kind::Text => "字符串".to_owned(),
        Kind::Revision => "一个已发布且有握手的版本".to_owned(),
        Kind::Is("$version") => "所请求的版本".to_owned(),
        Kind::Is(json) => format!(" {json}"),
    }
}

fn either(codes: &[i64]) -> String {
    alternatives(codes)
}

fn alternatives(numbers: &[impl ToString]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" 或 ")
}

fn got(got: &Got) -> String {
    match got {
        Got::Nothing => "什么都没来".to_owned(),
        Got::Ended(None) => "服务器的输出结束了".to_owned(),
        Got::Ended(Some(status)) => format!("服务器结束了（{}）", cut(status)),
        Got::Result(json) => format!("结果 {}", cut(json)),
        Got::ToolError(json) => format!("带有 isError 的结果 {}", cut(json)),
        Got::Error(code, message) => format!("错误 {code}，“{}”", cut(message)),
        Got::Answers(count) => format!("{count} 个应答"),
        Got::Member(None) => "消息里没有它".to_owned(),
        Got::Member(Some(json)) => cut(json),
        Got::Line(line) => format!("这一行 {}", cut(line)),
        Got::Reversed => "两个都来了，但顺序相反".to_owned(),
        Got::Running => "没有结束，只能强行终止".to_owned(),
        Got::Endless => "缺了一页，或同一个游标来了两次".to_owned(),
        Got::Status(status, body) if body.is_empty() => format!("HTTP {status}，没有正文"),
        Got::Status(status, body) => format!("HTTP {status}，{}", cut(body)),
        Got::Broken(why) => format!("什么都没来，连接断了（{}）", cut(why)),
        Got::StreamEnd => "流结束了，里面没有它".to_owned(),
        Got::OpenStream => "流一直开着".to_owned(),
        Got::Kind(None) => "应答没有 Content-Type".to_owned(),
        Got::Kind(Some(kind)) => format!("应答类型为 {}", cut(kind)),
        Got::Header(None) => "应答里没有它".to_owned(),
        Got::Header(Some(value)) => format!("“{}”", cut(value)),
        Got::Message(words) if words.is_empty() => "一条通知".to_owned(),
        Got::Message(words) => cut(words),
    }
}

pub(super) fn reason(need: Need) -> String {
    match need {
        Need::Has(path) => format!("服务器没有声明 {path}"),
        Need::HasNot(path) => format!("服务器声明了 {path}"),
        Need::Tool => "没有工具说自己只读，也没有用 --tool 指定".to_owned(),
        Need::MarkedTool => "所调用的工具没有标出要写进头部的参数".to_owned(),
        Need::SlowTool => "没有用 --slow 指定耗时的工具".to_owned(),
        Need::RequiredArgument => "没有带必填参数的工具".to_owned(),
        Need::Resource => "服务器没有列出资源".to_owned(),
        Need::Prompt => "服务器没有列出不需要参数的提示".to_owned(),
        Need::PromptArgument => "服务器没有列出带必填参数的提示".to_owned(),
        Need::ModernOnly => "服务器也支持有握手的版本".to_owned(),
        Need::Lines => "HTTP 上没有行：不管怎样到达，一个正文就是一条消息".to_owned(),
        Need::Process => "HTTP 上没有会因输入结束而结束的进程".to_owned(),
        Need::Stderr => "HTTP 上看不到服务器往自己的流里写了什么".to_owned(),
        Need::Order => "HTTP 上同时发出的请求没有先后".to_owned(),
        Need::Connection => "HTTP 上 initialize 得到应答之前，请求无处归属".to_owned(),
        Need::Cancellation => "这个版本在 HTTP 上靠断开来取消".to_owned(),
        Need::Session => "服务器不给会话 id".to_owned(),
        Need::OwnStream => "服务器没有自己的流".to_owned(),
        Need::EventIds => "服务器不给事件 id".to_owned(),
    }
}
