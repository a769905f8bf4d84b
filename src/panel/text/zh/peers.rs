//! Chinese, about servers and clients that behave like others.

use crate::panel::text::Peer;

pub(in crate::panel::text) const fn peer(key: Peer) -> &'static str {
    match key {
        Peer::Behaves => "模仿谁的行为",
        Peer::Reads => "模仿谁的读法",
        Peer::Strict => "Wirelab（严守规范）",
        Peer::StrictHint => "收到有错的消息，就回一个说明原因的错误。",
        Peer::Python1Hint => {
            "凡是读不懂的行，连空行在内，都会往线路上写一条日志消息；方法不存在时回 -32602。"
        }
        Peer::Python2Hint => "读不懂就一声不吭。收到的第一条消息属于哪个时代，往后就只认哪个时代。",
        Peer::TypeScript1Hint => {
            "数字都是双精度浮点数，id 超过 2^53 就永远等不到回答；一行超过 10 MiB，进程直接退出。"
        }
        Peer::TypeScript2Hint => "与前一代相仿，但两个时代都支持。工具不存在时回协议错误，模型根本看不到。",
        Peer::RmcpHint => {
            "是 JSON 却不是消息的，回一个没有 id 的错误；initialize 之前先收到通知，进程就退出。"
        }
        Peer::ReadsStrictHint => "回答的 id 必须与请求的一模一样才算数。",
        Peer::ReadsPython1Hint => "读不懂的行悄悄跳过，调用最后只落得超时；NaN 会变成 null。",
        Peer::ReadsPython2Hint => "与前一代相仿，只是 id 从 1 开始：服务器若总是回 0，连握手都过不去。",
        Peer::ReadsTypeScriptHint => {
            "数字都是双精度浮点数：9007199254740993 收到时已成了 9007199254740992，没有任何提示。"
        }
        Peer::Older => "只懂旧时代",
        Peer::OlderHint => "严守规范，要先握手，从没听说过 2026-07-28。",
        Peer::Newer => "只懂 2026-07-28",
        Peer::NewerHint => "严守规范，不用握手。收到 initialize 会报错，并说明自己支持哪个版本。",
        Peer::Silent => "旧时代，对试探不作声",
        Peer::SilentHint => "第一个请求若不是 initialize，就永远不回答。试探的一方得知道等到什么时候为止。",
        Peer::Fragile => "旧时代，一试探就退出",
        Peer::FragileHint => "第一个请求若不是 initialize，进程就退出。试探的一方得把它重新启动。",
        Peer::OneCode => "两个时代都懂，但只认 -32601",
        Peer::OneCodeHint => "只有 -32601 能让它看出服务器属于旧时代，换一个错误码就放弃。规范不允许这样。",
        Peer::MadeUp => "虚构的，各带一种真实见过的毛病",
        Peer::Measured => "照实测行为",

        Peer::ErasDoor => "新旧时代……",
        Peer::ErasTitle => "谁遇上谁",
        Peer::ErasLead => {
            "从 2026-07-28 起不再握手，而新旧程序还会并存好些年。两个时代都懂的客户端会先用 server/discover 试探。每一格都是一个世界，打开就能看到其中的帧。"
        }
        Peer::ErasClient => "客户端",
        Peer::ErasServer => "服务器",
        Peer::KnowsOlder => "只懂旧时代",
        Peer::KnowsBoth => "两个时代都懂",
        Peer::KnowsNewer => "只懂 2026-07-28",
        Peer::MetAt => "直接用 {version}",
        Peer::MetAfter => "{why}，于是改用 {version}",
        Peer::MetNever => "谈不成：{why}",
        Peer::ByError => "错误 {code}",
        Peer::BySilence => "沉默 {time}",
        Peer::ByExit => "服务器退出",
        Peer::ByList => "只列出旧版本的回答",
        Peer::NeverRefused => "错误 {code}",
        Peer::NeverSilent => "没有回答",
        Peer::NeverGone => "服务器已退出",
        Peer::NeverVersion => "没有共同的版本",
        Peer::OfferProbe => "{version}，试探后再决定是否退回旧时代",
        Peer::PlayCell => "打开这个世界：{client}，{server}",

        Peer::Title => "同一帧，六个服务器",
        Peer::Lead => {
            "同样的字节发给六个服务器，工具都是相同的四个。一个是我们自己的，严守规范；另外五个照着官方 SDK 的实测行为来。"
        }
        Peer::Choose => "发送",
        Peer::OwnFrame => "下面框里的内容",
        Peer::ShownFrame => "当前选中的帧",
        Peer::Field => "要发送的内容",
        Peer::When => "时机",
        Peer::AfterHandshake => "握手之后",
        Peer::AsFirstWord => "握手之前",
        Peer::Leave => "收起",
        Peer::Why => "为什么要紧",
        Peer::AllAlike => "六个服务器的回答都一样。",
        Peer::Kinds => "六个服务器给出了 {n} 种回答。",
        Peer::SaysResult => "正常结果",
        Peer::SaysToolError => "工具出错（isError）",
        Peer::SaysError => "错误 {code}",
        Peer::SaysNamelessError => "错误 {code}，没有 id",
        Peer::SaysLog => "日志消息",
        Peer::SaysOther => "别的帧",
        Peer::SaysNothing => "没有回音",
        Peer::IsDeaf => "此后再无反应",
        Peer::NotAsOurs => "与我们的不同",
        Peer::NoBytes => "一个字节也没有。",
        Peer::PlayWith => "换成这个服务器",
        Peer::PlaysNow => "页面上的服务器就是它。",
        Peer::GroupBytes => "字节",
        Peer::GroupEnvelope => "消息外层",
        Peer::GroupCalls => "调用",
        Peer::GroupBegin => "开场",

        Peer::Junk => "请求前多了一行杂讯",
        Peer::JunkWhy => {
            "请求本身都能得到回答。但 python-sdk 1.30 会把这行杂讯写成消息发到线路上，没人要过它，客户端却可能拿给用户看。"
        }
        Peer::Mark => "字节序标记（BOM）",
        Peer::MarkWhy => "编辑器或终端留下的三个看不见的字节，就足以让多数服务器丢掉第一条消息，而且不作声。",
        Peer::Pretty => "一条 JSON 写成五行",
        Peer::PrettyWhy => "一个请求成了五行残句。逐行报错的，一处失误换来一串错误；不作声的，只能让人去猜。",
        Peer::TwoOnLine => "一行里有两条消息",
        Peer::TwoOnLineWhy => "少写一个换行符，丢掉的不止第二条，而是两条都丢。",
        Peer::LspFrame => "LSP 的分帧方式",
        Peer::LspFrameWhy => "消息后面没有换行符，下一条便黏在它后面一起作废。从外面看，就像服务器卡住了。",
        Peer::BadUtf8 => "有一个字节不是 UTF-8",
        Peer::BadUtf8Why => "四个服务器换成 U+FFFD 接着处理：内容已经变了，却没人告诉你。rmcp 则丢掉整行。",
        Peer::HalfPair => "半个代理对",
        Peer::HalfPairWhy => {
            "从中间截断的表情符号就会留下它。JavaScript 当它是一个字符，其他几家则丢掉整条消息。"
        }
        Peer::NoVersion => "缺少 jsonrpc 成员",
        Peer::NoVersionWhy => {
            "照规范应回 -32600，并带上读得出的 id。若没有回音，调用方除了超时什么也不知道。"
        }
        Peer::IdNull => "id 是 null",
        Peer::IdNullWhy => "看着像请求，多数服务器却从不回答；就算回答也没有 id，客户端分不清是给谁的。",
        Peer::IdFraction => "id 是 1.0",
        Peer::IdFractionWhy => {
            "作为数字它等于 1。有的按 1 回答，逐字比较的客户端便对不上号；有的干脆不回答。"
        }
        Peer::IdLarge => "id 超过 2^53",
        Peer::IdLargeWhy => "双精度浮点数分不清它和相邻的整数，TypeScript 的两个服务器索性不回答。",
        Peer::TwoIds => "一条消息里有两个 id",
        Peer::TwoIdsWhy => {
            "多数以最后一个为准，也有的不认这条消息。如果检查时看第一个、处理时用最后一个，就会被人钻空子。"
        }
        Peer::NullParams => "params 是 null",
        Peer::NullParamsWhy => {
            "不少库把“没有”写成 null。三个服务器也这样理解；TypeScript 的两个却认为这不是消息，不作声。"
        }
        Peer::Batch => "批量消息",
        Peer::BatchWhy => "只有 2025-03-26 这一版有批量消息。在别的版本里发出去，那两个回答永远不会来。",
        Peer::NoMethod => "不存在的方法",
        Peer::NoMethodWhy => {
            "客户端试探新方法在不在，看的就是这个错误码。只认 -32601 的，遇到 -32602 就会判断错。"
        }
        Peer::NoTool => "不存在的工具",
        Peer::NoToolWhy => "带 isError 的结果会交给模型，它可以改用别的工具；协议错误则止于程序。",
        Peer::NoParams => "tools/call 没有 params",
        Peer::NoParamsWhy => {
            "同一处失误，三种错误码。-32601 等于说没有 tools/call 这个方法，-32603 则像是服务器自己的错。"
        }
        Peer::TextForInteger => "该是整数的地方写了 \"3\"",
        Peer::TextForIntegerWhy => {
            "模型常这样写。Python 的服务器会悄悄改成数字；其他的告诉模型写错了，让它重来。"
        }
        Peer::WholeFraction => "该是整数的地方写了 3.0",
        Peer::WholeFractionWhy => "在 JSON Schema 里 3.0 是整数，在要 i64 的 Rust 程序里却不是。",
        Peer::LargeInteger => "参数是 9007199254740993",
        Peer::LargeIntegerWhy => {
            "Python 和 Rust 能精确计算；JavaScript 只能取近似值，所以它的模式校验不放行。"
        }
        Peer::NotANumber => "参数是 NaN",
        Peer::NotANumberWhy => "它不是 JSON，Python 却照写照读：在那里由工具拒绝它，在别处则整条消息作废。",
        Peer::Cancelled => "刚发出就取消的调用",
        Peer::CancelledWhy => "请求取消后就不该再回答。python-sdk 1.30 还是回了，错误码是 0。",
        Peer::Twice => "再来一次 initialize",
        Peer::TwiceWhy => {
            "握手已经结束，我们的服务器会拒绝。其他几家照样回答并继续，所用的版本也许已不是你以为的那个。"
        }
        Peer::EarlyList => "握手之前就发 tools/list",
        Peer::EarlyListWhy => "TypeScript 的服务器这时已经肯回答。只拿它们试过的客户端，换一家就会出错。",
        Peer::EarlyNotice => "第一句就是 notifications/initialized",
        Peer::EarlyNoticeWhy => "多数服务器不当回事。rmcp 却会退出，随后的 initialize 就再没人接了。",
        Peer::BothEras => "先 server/discover，再 initialize",
        Peer::BothErasWhy => {
            "兼顾两个时代的客户端就是这样开场的，接下来怎么走全看回音；discover 成功之后，python-sdk 2.3 会拒绝握手。"
        }
    }
}
