//! Chinese, about what goes wrong.

use crate::panel::text::Broken;
use crate::sim::FaultKind;

pub(in crate::panel::text) const fn broken(key: Broken) -> &'static str {
    match key {
        Broken::Title => "弄坏它",
        Broken::Lead => "每个开关都是真实连接上出过的毛病。打开一个，发一帧，看看谁会发现。",
        Broken::Close => "收起",
        Broken::Toward => "方向",
        Broken::Often => "次数",
        Broken::Once => "一次",
        Broken::NextFew => "接下来 {n} 帧",
        Broken::Always => "一直",
        Broken::Sometimes => "随机 {n}%",
        Broken::OfMethod => "只对某个方法",
        Broken::Method => "方法",
        Broken::GroupWire => "线路",
        Broken::GroupWords => "内容",
        Broken::GroupProcess => "进程",
        Broken::OnNow => "当前故障",
        Broken::TowardServer => "客户端 → 服务器",
        Broken::TowardClient => "服务器 → 客户端",
        Broken::OnStderr => "标准错误",
        Broken::Mend => "修好：{name}",
        Broken::HeldBack => "压着 {n} 帧",
        Broken::LostFrame => "已丢失",
        Broken::FrameLost => "这一帧丢了。",
        Broken::OnPurpose => "人为故障：{name}。",
        Broken::FrameTouched => "人为故障：{names}。",
        Broken::NoInitialized => "漏发 initialized",
        Broken::NoInitializedHint => "客户端忘了握手的第三条消息。五家 SDK 的服务器照样应答。",
        Broken::NoCancelled => "取消没送到",
        Broken::NoCancelledHint => "取消通知半路丢了：服务器接着干，最后答给一个早已离开的人。",
        Broken::BeginsAnew => "会重新开始。",
        Broken::HostTitle => "宿主照看服务器",
        Broken::KeepServer => "服务器没了就重新启动",
        Broken::KeepHint => "每次等待翻倍，从 1 秒到 60 秒，上下浮动四分之一；最多十次。",
        Broken::StartAgain => "现在就重启",
        Broken::StartHint => "新的进程，新的客户端：之前问过什么，谁也不记得。",
        Broken::Beats => "客户端每 {n} 秒 ping 一次；连续 {all} 次没有应答，就当服务器没了。",
        Broken::BeatsModern => {
            "2026-07-28 没有 ping：客户端每 {n} 秒发一次 server/discover，这是我们自己的做法；连续 {all} 次没有应答，就当服务器没了。"
        }
        Broken::BeatsNone => "客户端不会自动 ping；只有请求超时，它才知道没人应答。",
        Broken::Waits => "重连次序",
        Broken::WaitsHint => "横条是随机浮动的范围，竖线是实际抽中的等待。",
        Broken::WaitOf => "第 {attempt} 次：{least} 到 {most} 之间",
        Broken::WaitDrawn => "第 {attempt} 次：等了 {wait}（{least} 到 {most} 之间）",
        Broken::WaitDue => "第 {attempt} 次：还有 {wait}（{least} 到 {most} 之间）",
        Broken::Exited => "服务器进程已退出，状态码 {status}。",
        Broken::ExitedKilled => "宿主杀掉了服务器进程，状态码 {status}。",
        Broken::StayedOn => "服务器的输入已经结束，进程却还在。",
        Broken::Asked => "宿主请服务器进程退出（SIGTERM），没有反应。",
        Broken::Stopped => "服务器进程被挂起，它的流还开着。",
        Broken::Continued => "服务器进程继续运行。",
        Broken::Blocked => "管道（{lane}）满了：写的一方只能等。",
        Broken::BlockedStderr => "没人读标准错误，管道满了：服务器卡住了。",
        Broken::Unblocked => "又有人读了：写的一方继续。",
        Broken::Scheduled => "{wait} 后第 {attempt} 次重启（在 {least} 到 {most} 之间随机）。",
        Broken::Started => "第 {attempt} 次：新的服务器，新的客户端，重新握手。",
        Broken::StartedByHand => "新的服务器，新的客户端。",
        Broken::GaveUp => "试了 {n} 次，宿主放弃了。",
        Broken::Missed => "心跳没有应答，连续第 {n} 次。",
        Broken::Unresponsive => "判定：服务器已经不在了。",
        Broken::LostPeer => "客户端读到了服务器流的末尾。",
        Broken::LostCall => "{method} {id} 等不到应答了：连接已断。",
        Broken::LateCall => "{method} {id}：{wait} 内没有应答，客户端放弃了。",
        Broken::NextRelease => "下一步：{side}写出压着的帧。",
        Broken::NextPart => "下一步：{time} 后宿主再来处理这个赖着不走的服务器。",
        Broken::NextRestart => "下一步：{time} 后宿主重启服务器。",
    }
}

pub(in crate::panel::text) const fn fault(kind: FaultKind) -> (&'static str, &'static str) {
    match kind {
        FaultKind::Pollute => ("混入杂行", "在 stdio 服务器里写了 print()：线上多出一行，却不是消息。"),
        FaultKind::Glue => ("粘上杂字", "打印时没换行：后面那条消息跟着一起报废。"),
        FaultKind::Drop => ("丢帧", "外层脚本吞掉一行，对方等的东西永远不来。"),
        FaultKind::Coalesce => {
            ("卡在缓冲区", "没有 flush：写进管道的内容留在缓冲区，要等下一条消息才一起出去。")
        }
        FaultKind::Chop => {
            ("切成小块", "管道有多少给多少：这次 7 字节，下次再 7 字节，可能从一个汉字中间切开。")
        }
        FaultKind::Delay => ("变慢", "机器太忙：这一帧晚到 0.8 秒，后面的也跟着晚。"),
        FaultKind::Jitter => ("时快时慢", "和别人共用处理器：每帧最多晚 0.8 秒，多少看运气。"),
        FaultKind::Stall => ("写到一半停住", "写帧写到一半去忙别的，10 秒后才写完。"),
        FaultKind::Reorder => ("后发先至", "两个线程作答，后一个更快。这不算错：id 就是为此而设。"),
        FaultKind::Duplicate => ("写了两遍", "重试的代码不知道第一次其实已经成功。"),
        FaultKind::PrettyPrint => {
            ("排版过的 JSON", "json.dumps(message, indent=2)：一条消息占了许多行，每行都被当成一条来读。")
        }
        FaultKind::Truncate => ("半条消息", "缓冲区太小：行结束了，JSON 却没完。"),
        FaultKind::Corrupt => ("坏了一个字节", "两个线程同时写，或者打开了终端颜色：有个字节变了样。"),
        FaultKind::BadUtf8 => ("不是 UTF-8", "GBK 或 Latin-1 的文件名，原样抄进了消息。"),
        FaultKind::ByteOrderMark => (
            "字节顺序标记",
            "Windows 的 shell 先写出三个字节。五家 SDK 的服务器里有四家一声不吭丢掉这条消息。",
        ),
        FaultKind::CarriageReturn => ("回车加换行", "Windows 的文本模式把每个换行变成两个字符。大家都能忍。"),
        FaultKind::BlankLines => ("空行", "日志多换了一次行。多数读取方会跳过。"),
        FaultKind::LongLine => ("超长行", "结果里夹着一个文件：一行七万字节，只读到 64 KiB 的程序受不了。"),
        FaultKind::WrongFraming => {
            ("另一种分帧", "用了 LSP 那边的库：该是一行的地方，来了个 Content-Length 头。")
        }
        FaultKind::WrongLength => {
            ("长度不对", "Content-Length 按字符数而不是字节数：遇到第一个汉字就错。此时两端都用 LSP 的分帧。")
        }
        FaultKind::IdType => ("id 类型变了", "1 回来成了 \"1\"，因为它做过字典的键。严格说，这是另一个 id。"),
        FaultKind::IdZero => ("id 总是 0", "手写的服务器，从不看对方给的 id。"),
        FaultKind::IdNull => ("id 为 null", "一个可选字段，忘了填。"),
        FaultKind::NeverAnswer => ("不作答", "异常在处理函数里悄悄消失，请求就一直挂着。"),
        FaultKind::AnswerLate => ("答得太晚", "工具要 45 秒，客户端 30 秒就放弃了：答案已经对不上任何问题。"),
        FaultKind::AnswerTwice => ("答了两次", "处理函数答了一次，外面的框架又答一次。"),
        FaultKind::AnswerNotification => ("通知也作答", "框架见什么都答，连不该答的也答。"),
        FaultKind::UnknownVersion => ("没人认识的版本", "第一条消息里的日期来自更新的规范，或者干脆打错了。"),
        FaultKind::WrongEra => {
            ("另一个时代", "对 2026 年的服务器发 initialize，或对 2025 年的发 server/discover。")
        }
        FaultKind::ErrorAsResult => {
            ("错误当成结果", "未知工具却用 isError 作答，五家 SDK 有三家如此：本该给宿主看的，模型读到了。")
        }
        FaultKind::NoVersion => ("没有 jsonrpc", "有人以为 \"jsonrpc\":\"2.0\" 只是装饰。"),
        FaultKind::SameKey => {
            ("同一个键出现两次", "用字符串拼出来的 JSON：有的读取方取第一个值，有的取最后一个。")
        }
        FaultKind::Batch => ("批量", "通用的 JSON-RPC 库把消息装进数组，而只有 2025-03-26 版允许。"),
        FaultKind::NotANumber => ("非数 NaN", "Python 默认会写出 NaN，而 JSON 里没有这个数。"),
        FaultKind::LineSeparator => {
            ("行分隔符 U+2028", "从网页粘来的文字：放在字符串里合法，Python 的 splitlines() 却当作换行。")
        }
        FaultKind::Crash => ("崩溃", "段错误：半帧，流的末尾，还有一个只有宿主知道的状态码。"),
        FaultKind::Hang => ("卡死", "死锁，或者 SIGSTOP：进程还在，流还开着，就是什么也不来。"),
        FaultKind::Exit => ("一启动就退出", "npx 找不到包，或者缺了模块：服务器一句话没说就没了。"),
        FaultKind::StayOn => ("赖着不走", "外面裹着 npx，或还有线程没退：关闭之后进程仍在，要宿主动手杀掉。"),
        FaultKind::FullPipe => {
            ("管道满了", "没人读。写满 64 KiB 后，写的一方停在 write() 里，别的也干不了。")
        }
        FaultKind::FloodStderr => {
            ("标准错误被灌满", "宿主从不读标准错误：写满 64 KiB 警告后，服务器一直等下去。")
        }
    }
}
