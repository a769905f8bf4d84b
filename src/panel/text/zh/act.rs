//! Chinese, about frames written by hand.

use crate::panel::text::{Act, Hand};

pub(in crate::panel::text) const fn hand(key: Hand) -> &'static str {
    match key {
        Hand::WriteFrame => "自己写一帧……",
        Hand::SendAgain => "改一改再发",
        Hand::AllMessages => "全部消息……",
        Hand::HelpWrite => "自己写一帧",
    }
}

pub(in crate::panel::text) const fn act(key: Act) -> &'static str {
    match key {
        Act::ComposeTitle => "自己写一帧",
        Act::ComposeAs => "发送方",
        Act::ComposeForm => "写法",
        Act::FormText => "文本",
        Act::FormHex => "十六进制",
        Act::ComposeEnd => "结尾",
        Act::EndNothing => "不加",
        Act::EndNothingHint => "没有换行，对方会一直等后面的内容。",
        Act::CrLfHint => "MCP 只用 LF 结束一条消息；多数程序会把 CR 当作空白。",
        Act::ComposeBegin => "从模板开始",
        Act::BeginChoose => "选一条消息……",
        Act::GroupRequests => "请求",
        Act::GroupNotifications => "通知",
        Act::GroupAnswers => "答复",
        Act::AnswerResult => "{id} 的结果 · {method}",
        Act::AnswerError => "{id} 的错误 · {method}",
        Act::ComposeField => "这一帧的内容，逐字节照发",
        Act::ComposeSend => "发送",
        Act::ComposeSendHint => "原样发出，不经过会话；这里说什么都不会拦住它。",
        Act::ComposeSent => "已作为第 {n} 帧发出，按“单步”让它到达。",
        Act::ComposeLeave => "收起",
        Act::BadHex => "第 {at} 个字符不是十六进制数字，或者某个字节缺了后一位。",
        Act::NothingWritten => "还什么都没写。",
        Act::FaultPosition => "第 {line} 行，第 {column} 列，字节 {byte}",
        Act::Judging => "正在判定……",
        Act::JudgedFine => "按 {version}，此时此地没有违反任何规则。",
        Act::NoVerdict => "无法判定，但照样可以发送。",
        Act::VerdictTitle => "判定结果",
        Act::OneLineOnly => "每个换行都会结束一帧：这会作为 {n} 帧发出。",
        Act::ListTitle => "这一端能说的所有消息",
        Act::LegalNow => "现在可以发",
        Act::IllegalNow => "现在不该发（{n}）",
        Act::IllegalHint => "点开后先成为一帧草稿，可以查看、修改，再照样发送。",
        Act::ListLoading => "正在逐条判定……",
        Act::JsonEnd => "值还没写完，文本就结束了。",
        Act::JsonCharacter => "这个字符不能出现在这里。",
        Act::JsonTrailingComma => "右括号前多了一个逗号。",
        Act::JsonForeign => "这是别的语言的写法，JSON 里没有这个词。",
        Act::JsonSingleQuote => "JSON 只用双引号。",
        Act::JsonControl => "字符串里的控制字符必须转义。",
        Act::JsonEscape => "没有这样的转义。",
        Act::JsonSurrogate => "半个代理对不成字符。",
        Act::JsonNumber => "JSON 不这样写数字。",
        Act::JsonTrailingData => "在这之前，值已经完整了。",
        Act::JsonDeep => "嵌套得太深了。",
    }
}
