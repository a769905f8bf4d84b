//! Chinese, about what is wrong.

use crate::panel::text::Wrong;

pub(in crate::panel::text) const fn wrong(key: Wrong) -> &'static str {
    match key {
        Wrong::FoundUnknownId => "它应答的是请求 {id}，而这个请求从未发出。",
        Wrong::FoundDuplicate => "请求 {id} 已经应答过，这是第二次。",
        Wrong::FoundLate => "它应答的是请求 {id}，但客户端已经不再等待。",
        Wrong::FoundIdType => {
            "它的 id 是 {found}，未应答请求的 id 是 {expected}。JSON-RPC 既比较值也比较类型，所以那个请求仍未得到应答。"
        }
        Wrong::FoundNoId => "这是一个没有指明请求的错误。",
        Wrong::FoundUnreadable => "结果不符合 {method} 的格式。",
        Wrong::FoundEarly => "{method} 来得太早：握手还没有完成。",
        Wrong::FoundRepeated => "又一次 initialize：握手只进行一次。",
        Wrong::FoundReused => "id {id} 属于一个尚未应答的请求。",
        Wrong::FoundUnreadableNotice => "内容不符合 {method} 的格式。",
        Wrong::FoundStuckProgress => "它报告的请求 {id} 的进度没有增加。",
        Wrong::FoundBadMeta => {
            "在 2026-07-28 版里，每个请求都要在 _meta 中写明所用版本和客户端的能力，这个 {method} 没有写全。"
        }
        Wrong::FoundServerRequest => {
            "服务器发来了请求 {method}：2026-07-28 版的服务器不发请求，有问题就写在应答里。"
        }
        Wrong::FoundResultType => "双方没有约定过“{name}”这种结果。",
        Wrong::FoundAskedBack => "它用提问来应答 {method}，而只有少数几个方法可以这样做。",
        Wrong::FoundUndeclared => "它要求 {method}，客户端却没有声明过这项能力。",
        Wrong::FoundOutside => "{method} 不属于任何订阅：在 2026-07-28 版里，变化只在订阅中通知。",
        Wrong::FoundUnknownSubscription => "它属于订阅 {id}，而这个订阅并不存在。",
        Wrong::FoundUnasked => "这个订阅没有要求过 {method}。",
        Wrong::FoundStaleProgress => "它报告请求 {id} 的进度，而该请求已经结束。",
        Wrong::FoundUnknownProgress => "它报告的进度令牌 {id} 从未发出过。",
        Wrong::FaultUtf8 => "第 {at} 个字节处不是 UTF-8。",
        Wrong::FaultJson => "从第 {at} 个字节起不再是 JSON。",
        Wrong::FaultNotObject => "是 JSON，但消息必须是对象。",
        Wrong::FaultBatch => "这是数组：只有 2025-03-26 版有批量消息。",
        Wrong::FaultEmptyBatch => "空数组：在任何版本里都没有意义。",
        Wrong::FaultLongBatch => "一个数组里的消息太多，超出读取方一次接受的上限。",
        Wrong::FaultInitializeInBatch => "initialize 不能放在批量消息里：在它之前，谁也不知道能不能用批量。",
        Wrong::FaultDuplicateKey => "成员“{name}”出现了两次；不同的读取方会取不同的一个。",
        Wrong::FaultCaseVariant => "成员“{name}”的大小写不对；名称必须完全一致。",
        Wrong::FaultNoVersion => "缺少成员“jsonrpc”。",
        Wrong::FaultVersion => "“jsonrpc”必须是文本 \"2.0\"。",
        Wrong::FaultId => "id 只能是字符串或整数。",
        Wrong::FaultMethod => "“method”必须是字符串。",
        Wrong::FaultParams => "“params”必须是对象。",
        Wrong::FaultShape => "既没有 method，也没有 result 或 error。",
        Wrong::FaultBoth => "result 和 error 同时出现：只能有其中一个。",
        Wrong::FaultError => "“error”需要整数“code”和字符串“message”。",
        Wrong::FaultNoId => "有结果却没有 id：谁也不知道它应答的是哪个请求。",
        Wrong::FrameOversize => "共 {n} 字节，超出读取方保留的上限。",
        Wrong::FrameNoHeader => "消息前面没有 Content-Length 头部。",
        Wrong::FrameNoColon => "没有冒号的一行不是头部字段。是不是有程序往这里打印了内容？",
        Wrong::FrameHeaderTooLong => "头部太长，超出读取方保留的上限。",
        Wrong::FrameMissingLength => "头部没有说明正文有多长。",
        Wrong::FrameEmptyLength => "Content-Length 没有值。",
        Wrong::FrameNegativeLength => "Content-Length 是负数。",
        Wrong::FrameInvalidLength => "Content-Length 不是数字。",
        Wrong::FrameHugeLength => "Content-Length 超出 64 位整数的范围。",
        Wrong::FrameConflictingLengths => {
            "Content-Length 既是 {first} 又是 {other}；不同的读取方会取不同的一个。"
        }
        Wrong::FrameTruncatedHeader => "头部还没写完，流就结束了。",
        Wrong::FrameTruncatedBody => "正文应有 {declared} 字节，只来了 {present} 字节，流就结束了。",
        Wrong::FrameRestOfBody => {
            "这是上一条正文的剩余部分：Content-Length 写的是 {declared}，实际有 {n} 字节。"
        }
        Wrong::FoundContentLength => "Content-Length 头部是 LSP 的分帧方式；MCP 是一行一条消息。",
        Wrong::FoundNewline => "对方一行发一条消息，而这一端要的是 LSP 的头部。",
        Wrong::FoundPrettyPrinted => "第 {first} 行到第 {last} 行合起来是一个 JSON 对象，应当写在一行里。",
        Wrong::FoundGlued => "一条消息粘在了别的内容后面，跟着一起作废。",
        Wrong::FoundTwoValues => "一行里有两个 JSON 值，第二个从第 {at} 个字节开始。",
        Wrong::ScriptNoJson => "链接已损坏：从第 {at} 个字符起无法读取。",
        Wrong::ScriptMismatch => "链接已损坏：“{at}”处的内容不对。",
        Wrong::ScriptNewer => "这个链接来自更新的版本，请刷新页面后再打开。",
        Wrong::ScriptTooLong => "链接里的步数超过了 {at}。",
        Wrong::ScriptRefused => "链接走不通：第 {at} 步要做的事在那里做不了。",
    }
}
