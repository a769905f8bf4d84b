//! 简体中文。

use super::Word;

pub(super) const fn say(word: Word) -> &'static str {
    match word {
        Word::Title => "线路上发生了什么",
        Word::MadeBy => "由 {tool} 生成。",
        Word::About => "关于这份记录",
        Word::Start => "开始于",
        Word::Fact => "{name}：{value}",
        Word::Command => "启动命令",
        Word::RecordedBy => "记录工具",
        Word::ProtocolVersion => "协议版本",
        Word::Client => "客户端",
        Word::Server => "服务器",
        Word::Stderr => "服务器的 stderr",
        Word::Remark => "附注",
        Word::Counts => "共 {frames} 帧：客户端 {client} 帧，服务器 {server} 帧",
        Word::Findings => "哪里不对",
        Word::NoFindings => "按现有规则，没有发现问题。",
        Word::NotJudged => "这份记录没有经过规则检查。",
        Word::AtFrame => "第 {frame} 帧",
        Word::Sequence => "先后顺序",
        Word::NoFrames => "其中没有任何帧。",
        Word::Frames => "逐帧内容",
        Word::Others => "对话之外",
        Word::Conversation => "第 {number} 段对话",
        Word::Request => "请求",
        Word::Notification => "通知",
        Word::Answer => "应答",
        Word::ErrorAnswer => "错误",
        Word::Batch => "批量消息",
        Word::NoMessage => "不是消息",
        Word::EndOfLane => "数据流结束",
        Word::Bytes => "{count} 字节",
        Word::Cut => "还有 {count} 字节，报告中从略",
        Word::NotUtf8 => "含有不是 UTF-8 的字节，以 \\xNN 的形式显示",
        Word::Redacted => {
            "写出之前遮盖了 {count} 处：名称像机密的值，以及用户目录里的用户名。没有工具认得出所有机密，分享之前请再通读一遍。"
        }
        Word::NothingRedacted => "没有遮盖任何内容：没有哪个值的名称像机密。分享之前仍请通读一遍。",
        Word::Time => "时间",
        Word::Way => "方向",
        Word::What => "内容",
        Word::Doubts => "不能确定",
        Word::DoubtDirection => "方向是推断出来的，原文没有记录",
        Word::DoubtShortened => "贴出来之前被删减或遮盖过，线路上的内容更多",
        Word::DoubtMended => "修补之后才能读懂",
        Word::DoubtRewritten => "记录工具重新写过一遍，空格、数字写法和成员顺序可能与线路上不同",
        Word::DoubtQuoted => "出自另一个程序的引用",
        Word::DoubtPrefixed => "前面有几个字，可能也在线路上；和消息粘在一起，对方就读不懂",
        Word::DoubtUnjudged => "无法辨认",
        Word::NoteNoHeading => "这份记录缺少开头的说明行。",
        Word::NoteLaterVersion => "这份记录的格式版本更新，只读取了认得的部分。",
        Word::NoteAnotherRecording => "从这里开始是另一份记录，作为单独的一段对话读取。",
        Word::NoteUnknownLine => "跳过了一行：它的种类无法识别。",
        Word::NoteBrokenLine => "跳过了一行：它已经损坏，无法读取。",
        Word::NoteLineTooLong => "跳过了一行：它太长了。",
        Word::NoteCutOff => "最后一行写到一半就断了：记录工具在写入途中被终止。",
        Word::NoteNoFrames => "这段文字里没有消息，无从判断线路上的情况。",
        Word::NoteNoEnvelopes => "这段文字只有问答的内容，没有完整的消息：原文不含 id，这里也没有编造。",
        Word::NoteTooMuchWork => "这段文字过于杂乱，没有全部查找完。",
        Word::NoteWordsBefore => {
            "这条消息前面多了几个字，别的消息都没有。如果线路上也是这样，这一行就没人读得懂（FR-03），请查看程序实际写出的内容。"
        }
        Word::NoteOrderLost => "记录工具把应答和请求放在一起，线路上的先后顺序可能不同。",
        Word::NoteAtLine => "第 {line} 行：{sentence}",
    }
}
