//! Chinese, about frames written by hand.

use crate::panel::text::{Act, Hand};

pub(in crate::panel::text) const fn hand(key: Hand) -> &'static str {
    match key {
        Hand::WriteFrame => "自己写一帧……",
        Hand::SendAgain => "改一改再发",
        Hand::AllMessages => "全部消息……",
        Hand::HelpWrite => "自己写一帧",
        Hand::ServerAsks => "服务器有问题要问",
        Hand::AnswerIt => "去回答……",
        Hand::NextAnswer => "轮到你了：服务器有问题要问，请在客户端回答。",
        Hand::NextDecide => "轮到你了：决定服务器怎么答复。",
        Hand::NextDiscover => "接下来：客户端询问服务器支持什么、能做什么。这里没有握手。",
        Hand::OfferInRequests => "{version} 版（不握手）",
        Hand::CanDo => "客户端能",
        Hand::CanElicit => "问用户",
        Hand::CanSample => "问模型",
        Hand::CanRoots => "告知目录",
        Hand::Framing => "分帧方式……",
        Hand::Resources => "资源……",
        Hand::BreakIt => "弄坏它",
        Hand::HelpBreak => "弄坏它；混入杂行、丢一帧、崩溃",
        Hand::Prompts => "提示词……",
        Hand::Peers => "换个服务器……",
    }
}

pub(in crate::panel::text) const fn act(key: Act) -> &'static str {
    match key {
        Act::ComposeTitle => "自己写一帧",
        Act::ComposeAs => "发送方",
        Act::ComposeForm => "写法",
        Act::FormText => "文本",
        Act::FormHex => "十六进制",
        Act::ComposeEnd => "分帧",
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
        Act::AnswerAccept => "接受",
        Act::AnswerSend => "回答",
        Act::AnswerDecline => "谢绝",
        Act::AnswerCancel => "直接关掉",
        Act::AnswerRefuse => "用错误回答",
        Act::AskedUser => "你就是用户。宿主会弹出这样一张表单，把用户填的内容发回去，或者告知用户不愿回答。",
        Act::AskedModel => "你就是模型。宿主通常先让用户过目，再交给模型回答。",
        Act::AskedRoots => "你就是宿主。说出它在哪个目录里工作；不写 uri 就是没有目录。",
        Act::HoldSwitch => "手动答复",
        Act::HoldHint => "服务器收下每个请求，等你决定。",
        Act::HoldNone => "没有等你决定的请求。",
        Act::HoldServe => "让它自己答",
        Act::HoldReply => "我来写答复",
        Act::HoldForget => "一直不答",
        Act::WantProgress => "要求报告进度",
        Act::FramePreview => "将要发送的整帧",
        Act::AnswerPreview => "将要发送的结果",
        Act::WhatDiffers => "{version} 版有什么不同",
        Act::Differs2024 => {
            "最早的一版。对 JSON-RPC 批量消息既没提也没禁止；还没有工具注解、音频和结构化结果。"
        }
        Act::Differs2025March => {
            "唯一支持批量的一版：一个数组装多条消息。新增工具注解、音频、带文字的进度，以及补全的能力声明。"
        }
        Act::Differs2025June => {
            "取消了批量。新增带 schema 的结构化结果、资源链接，以及向用户提问（elicitation）。"
        }
        Act::Differs2025November => {
            "最后一个需要握手的版本。新增任务（调用立即得到答复，结果稍后再取）、图标、让用户打开网页的提问方式（网址模式），以及采样时使用工具。"
        }
        Act::Differs2026 => {
            "不握手，也没有 ping：每个请求都在“_meta”里写明用哪一版、客户端能做什么。服务器不再发请求，而是用问题作答（“input_required”），客户端带着答案再问一次。只有订阅者（subscriptions/listen）才会收到变更通知。"
        }
    }
}
