//! 简体中文。

mod act;
mod embed;
mod fields;
mod forms;
mod peers;
mod spot;
mod story;
mod tell;
mod when;

use super::Key;
pub(super) use act::{act, hand};
pub(super) use embed::embed;
pub(super) use fields::FIELDS;
pub(super) use forms::form;
pub(super) use peers::peer;
pub(super) use spot::spot;
pub(super) use story::story;
pub(super) use tell::tell;
pub(super) use when::when;

pub(super) const fn say(key: Key) -> &'static str {
    match key {
        Key::Tagline => "看清 MCP 客户端与服务器之间的每一个字节",
        Key::Crashed => {
            "Wirelab 因自身的缺陷停止了运行。请刷新页面重新开始，并把浏览器控制台里的内容反馈给我们。"
        }
        Key::Client => "客户端",
        Key::Server => "服务器",
        Key::TheWire => "线路",
        Key::Time => "时间",
        Key::Settings => "设置",
        Key::SelectedFrame => "选中的帧",
        Key::Bytes => "字节",
        Key::Message => "消息",
        Key::Meaning => "它说了什么",
        Key::TwoLayers => "两种错误",
        Key::SpeakEnglish => "English",
        Key::SpeakChinese => "中文",
        Key::ThemeSystem => "主题：跟随系统",
        Key::ThemeLight => "主题：浅色",
        Key::ThemeDark => "主题：深色",
        Key::Offer => "客户端提议",
        Key::OfferKnown => "{version} 版",
        Key::OfferModern => "{version} 版，在握手中提议",
        Key::OfferUnknown => "{version}（从未发布）",
        Key::Keys => "快捷键",
        Key::HelpStep => "让下一件事发生",
        Key::HelpBack => "回退一步，什么都不会丢",
        Key::HelpRun => "运行或暂停",
        Key::HelpReset => "从头开始",
        Key::HelpListTools => "发送 tools/list",
        Key::HelpPing => "发送 ping",
        Key::HelpFrames => "焦点在帧上时，逐帧移动",
        Key::HelpHelp => "显示或收起本表",
        Key::Privacy => "两端都在这个页面里运行，没有任何数据离开本页。",

        Key::OffersRevision => "提议使用 {version} 版协议",
        Key::SpeaksRevision => "使用 {version} 版协议",
        Key::ServerSimulated => "在本页内模拟",
        Key::SendNext => "接下来发送",
        Key::Close => "关闭",
        Key::WaitingFor => "等待应答",
        Key::NothingOpen => "没有未应答的请求。",
        Key::WorkingOn => "正在处理",
        Key::NothingToDo => "空闲。",
        Key::Provoke => "让客户端出点错",
        Key::ProvokeFail => "调用 fail",
        Key::ProvokeFailHint => "工具存在，但执行失败",
        Key::ProvokeTool => "调用 no_such_tool",
        Key::ProvokeToolHint => "工具根本不存在",
        Key::ProvokeMethod => "发送 tools/calll",
        Key::ProvokeMethodHint => "方法根本不存在",
        Key::ServerTools => "它的工具",
        Key::CallATool => "调用工具",
        Key::CallTool => "发送",
        Key::Tool => "工具",
        Key::ArgumentsPreview => "即将发送的参数",
        Key::BadField => "“{name}”里的内容不符合这个字段的类型。",
        Key::Absent => "不写",
        Key::Null => "空值 null",
        Key::KindText => "文本",
        Key::KindNumber => "数字",
        Key::KindInteger => "整数",
        Key::KindBoolean => "是或否",
        Key::KindJson => "任意 JSON",
        Key::PresenceOf => "{name} 的发送方式",
        Key::TimeLeft => "还剩 {time}",

        Key::Places => "去处",
        Key::PlacePlay => "演练场",
        Key::PlaceRecording => "记录",
        Key::PlaceRules => "规则",
        Key::CannotLoad => "页面的这一部分加载不了：“{why}”。这里的一切照常。",
        Key::Share => "分享",
        Key::HelpShare => "把这里发生的一切做成链接",
        Key::SharedCopied => "链接已复制，打开的人会看到同样的字节。",
        Key::SharedLink => "链接在地址栏里，打开的人会看到同样的字节。",
        Key::SharedFile => "内容太多，链接装不下，已存为文件。把它拖到本页就能重现。",
        Key::SharedNothing => "这个浏览器既给不了链接，也存不了文件。",
        Key::ScriptNoJson => "链接已损坏：从第 {at} 个字符起无法读取。",
        Key::ScriptMismatch => "链接已损坏：“{at}”处的内容不对。",
        Key::ScriptNewer => "这个链接来自更新的版本，请刷新页面后再打开。",
        Key::ScriptTooLong => "链接里的步数超过了 {at}。",
        Key::ScriptRefused => "链接走不通：第 {at} 步要做的事在那里做不了。",
        Key::ServerData => "它的文件和数据库",
        Key::LeaveFiles => "← 回到服务器",
        Key::NewFile => "新建文件",
        Key::FilePath => "路径",
        Key::DatabaseScript => "数据库",
        Key::TextOf => "“{name}”的内容",
        Key::NotSaved => "未保存",
        Key::Save => "保存",
        Key::Discard => "放弃修改",
        Key::Delete => "删除",
        Key::Restore => "全部恢复原样",
        Key::NotUtf8 => "其中有些字节不是 UTF-8，读不出的显示为 �；一旦保存，写进去的就是它。",
        Key::EndsWithCrlf => "每行以 CR LF 结尾，保存后仍是如此。",
        Key::FileHint => {
            "保存之后，read_file 和 resources/read 读到的就是新内容；订阅过它的客户端会收到通知。"
        }
        Key::NewFileHint => {
            "放在最上层的文件同时也是资源：每多一个或少一个，服务器就发送 notifications/resources/list_changed。文件夹里的文件不在列表中，知道路径才能读到。"
        }
        Key::DatabaseHint => {
            "建库用的 SQL。保存之后，下一次 query_db 查的就是它；写错了，那次调用的结果里会说明。"
        }
        Key::FileExists => "已经有文件“{path}”了：可在上方选中它，或换一个路径。",
        Key::FileNeedsPath => "请给文件一个路径，例如“notes/new.txt”。",
        Key::FileOutside => "这个路径超出了服务器的文件夹。",
        Key::FileBadPath => "路径由 / 隔开的名字组成，不能有反斜杠、盘符或 NUL。",
        Key::FileIsFolder => "“{path}”是文件夹，文件得另取一个名字。",
        Key::FileInTheWay => "“{path}”是文件，下面不能再放文件。",
        Key::FileTooLarge => "“{path}”会超过 16 MiB，read_file 不会去读。",
        Key::FileMissing => "文件“{path}”已经不在了。",

        Key::StateUninitialized => "未初始化",
        Key::StateInitializing => "初始化中",
        Key::StateInitialized => "已初始化",
        Key::StateDiscovering => "探测中",
        Key::StateReady => "就绪",
        Key::StateWaiting => "等待应答",
        Key::StateWorking => "处理请求",
        Key::StateClosed => "已关闭",
        Key::ClientStands => "客户端当前状态：{state}。",
        Key::ServerStands => "服务器当前状态：{state}。",
        Key::TriggerInitializeSent => "发 initialize →",
        Key::TriggerInitializeAccepted => "← 收到结果",
        Key::TriggerInitializeRefused => "握手失败",
        Key::TriggerInitializeReceived => "→ 收 initialize",
        Key::TriggerInitializedReceived => "→ 收 initialized",
        Key::TriggerDiscoverSent => "发 discover →",
        Key::TriggerDiscovered => "← 收到结果",
        Key::TriggerFellBack => "对方是旧时代",
        Key::TriggerDiscoverRefused => "谈不拢",
        Key::TriggerRequestSent => "发请求 →",
        Key::TriggerRequestReceived => "→ 收请求",
        Key::TriggerAllAnswered => "全部已答",
        Key::TriggerEnded => "关闭",
        Key::WhyClosed => "任一端关闭",

        Key::NotInitialized => "没有发送：握手结束之前，客户端只能发送 ping。",
        Key::AlreadyInitialized => "没有发送：initialize 只发一次，而且必须是第一条消息。",
        Key::IsClosed => "没有发送：对话已经结束。请重置后重新开始。",
        Key::ParamsNotAnObject => "没有发送：参数必须是 JSON 对象。",
        Key::NotRequested => "没有发送：没有 id 为 {id} 的未应答请求。",
        Key::NotInRevision => "没有发送：在 {version} 版里，这一端不能发 {method}。",
        Key::NotDeclared => "没有发送：没有谁声明过能力 {name}。",
        Key::ProgressNotGrowing => "没有发送：每次报告的进度都必须比上一次大。",
        Key::MayNotAskBack => "没有发送：不能用提问来应答 {method}。",
        Key::NothingAsked => "没有发送：既没有问题，也没有要保留的状态。",
        Key::NoQuestion => "没有发送：“{name}”不是可以向客户端提的问题。",
        Key::Unanswered => "没有发送：问题“{name}”还没有回答。",
        Key::NoBatches => "没有发送：只有 2025-03-26 版有批量消息。",

        Key::Step => "单步",
        Key::Run => "运行",
        Key::Pause => "暂停",
        Key::Back => "回退",
        Key::Reset => "重置",
        Key::Clock => "虚拟时钟",
        Key::NextInitialize => "下一步：客户端发出第一条消息 initialize。",
        Key::DeliverTo => "下一步：{what} 到达{side}。",
        Key::DeliverEnd => "下一步：{side}得知对方不会再发任何内容。",
        Key::NextFinishTool => "下一步：工具执行完毕，服务器给出应答。",
        Key::NextQuery => "正在查询数据库。第一次查询时，页面要先取来 SQLite，请稍等片刻。",
        Key::NextReport => "下一步：工具报告做到了哪里。",
        Key::NextExpire => "下一步：服务器不再保留一个到期的任务。",
        Key::NextGiveUp => "下一步：{method} 等待应答超时，请求被取消。",
        Key::NextListTools => "下一步：客户端询问有哪些工具。",
        Key::NextYourTurn => "轮到你了：调用一个工具，或者故意出个错。",
        Key::NextOver => "对话已经结束。重置后可以重新开始。",

        Key::WelcomeTitle => "两个程序即将相遇。",
        Key::WelcomeText => {
            "左边是 MCP 客户端，右边是 MCP 服务器，中间是两根管道。你不动，一切都不动；每走一步只发生一件事，其中的每个字节都在你眼前。"
        }
        Key::WelcomeStep => "发出第一条消息",
        Key::EndOfStream => "流结束",
        Key::NotAMessage => "不是消息",
        Key::ClientToServer => "客户端 → 服务器",
        Key::ServerToClient => "服务器 → 客户端",
        Key::FrameSentence => "第 {n} 帧，{direction}：{what}，{progress}。",
        Key::FrameUnderWay => "还在路上",
        Key::FrameArrived => "已到达",
        Key::FramePosition => "第 {n} 帧，共 {total} 帧",
        Key::FrameNumber => "第 {n} 帧",
        Key::ARequest => "请求 {method}（id {id}）",
        Key::ANotification => "通知 {method}",
        Key::AResult => "请求 {id} 的结果",
        Key::AnError => "请求 {id} 的错误 {code}",

        Key::NoFrame => "还没有写出任何内容。每一帧都会按线路上的原样显示在这里。",
        Key::NoFrameMessage => "这里显示 JSON：键的顺序、数字的每一位都保持原样。",
        Key::NoFrameMeaning => "这里逐个字段解释，并注明规范条款。",
        Key::NoBytes => "没有字节：写入方关闭了管道的这一端。",
        Key::ByteCount => "{n} 字节",
        Key::ShowAllLines => "显示全部 {n} 行",
        Key::ShowLess => "收起",
        Key::DelimiterLegend => "换行符结束这一帧。MCP 在 stdio 上的分帧规则仅此而已。",

        Key::ProtocolLayer => "JSON-RPC 错误",
        Key::ProtocolLayerText => "请求本身有问题。应答里没有结果，只有 error，到客户端程序为止。",
        Key::ToolLayer => "带 isError 的工具结果",
        Key::ToolLayerText => "请求没有问题，工具也运行了，只是失败了。应答仍是普通的结果，会交给模型。",
        Key::NoErrorYet => "还没有出现。服务器状态图下方的按钮可以制造一个。",
        Key::ModelSees => "模型看到的",
        Key::ModelSeesNothing => "什么也看不到。",
        Key::ModelStuck => "它无从得知错在哪里；宿主程序不转告，它就卡住了。",
        Key::ModelRecovers => "它读到这段文字，可以换个办法再试。",

        Key::MeansInitialize => "客户端开启对话：想用哪个版本、会些什么、自己是谁。",
        Key::MeansInitialized => "客户端准备就绪，握手到此结束。这是通知，谁也不应答。",
        Key::MeansPing => "对方还在吗？随时可问，应答是一个空结果。",
        Key::MeansListTools => "客户端询问有哪些工具。",
        Key::MeansCallTool => "客户端请服务器运行一个工具。",
        Key::MeansCancelled => "发送方不再需要请求 {id} 的应答。这是通知，谁也不应答。",
        Key::MeansUnknownRequest => "对 {method} 的请求。带有 id，因此必须应答。",
        Key::MeansListChanged => "{method} 的列表变了，想知道新列表就再问一次。这是通知，谁也不应答。",
        Key::MeansUpdated => "资源 {uri} 变了，想知道新内容就再读一次。这是通知，谁也不应答。",
        Key::MeansUnknownNotification => "通知 {method}。没有 id，因此绝不能应答。",
        Key::MeansAnswer => "对 {method} 的应答，用时 {time}。",
        Key::MeansAnswerToNothing => "这个应答在本次对话里找不到对应的请求。",
        Key::MeansError => "{method} 被拒绝，用时 {time}：这是 JSON-RPC 层的错误。",
        Key::MeansEnd => "写入方关闭了管道：在 stdio 上，对话就是这样结束的。",
        Key::MeansMalformed => "这些字节不构成消息。",
        Key::MeansVersion => "JSON-RPC 的版本：永远是这段文本，不是数字。",
        Key::MeansId => "应答必须带上同一个 id：值相同，JSON 类型也相同。",
        Key::MeansAnswerId => "它所应答的请求的 id。",
        Key::MeansNoId => "没有 id：这是通知。哪怕用错误来应答也是违规。",
        Key::MeansOffer => "客户端希望使用的协议版本：{version}。",
        Key::MeansOfferUnknown => "{version} 不是已发布的版本。服务器应当提议另一个版本，而不是拒绝。",
        Key::MeansOfferModern => {
            "{version} 版根本没有握手，无法用 initialize 选定。服务器会提议带握手的最新版本。"
        }
        Key::MeansCapabilities => "这一端会的：{list}。除此之外不能要求它做别的。",
        Key::MeansNoCapabilities => "这一端没有声明任何可选能力。",
        Key::MeansClientInfo => "客户端自称 {name} {version}。任何行为都不应取决于此。",
        Key::MeansServerInfo => "服务器自称 {name} {version}。任何行为都不应取决于此。",
        Key::MeansChosen => "谈妥了：从现在起双方都用 {version} 版。",
        Key::MeansCounterOffer => {
            "客户端要的是 {offered}，服务器改为提议 {version}。客户端可以接受，也可以断开。"
        }
        Key::MeansToolCount => "共 {n} 个工具：{list}。每个都带有描述参数的 JSON Schema。",
        Key::MeansToolName => "要运行的工具：{name}。",
        Key::MeansArguments => "它的参数，与调用方写下的一字不差。",
        Key::MeansContent => "模型将读到：“{text}”",
        Key::MeansIsError => "工具执行失败。对 JSON-RPC 来说这是成功：模型能看到这段文字并作出反应。",
        Key::MeansCode => "{code}，意思是：{name}。",
        Key::MeansErrorMessage => "写给人看的一句话：“{text}”",
        Key::MeansErrorData => "更多细节，写给程序看。",
        Key::MeansEmptyResult => "空对象：没有更多要说的。",
        Key::MeansDelimiter => "一个换行符，这一帧就完整了。",
        Key::CodeParse => "字节不是 JSON",
        Key::CodeRequest => "是 JSON，但不是请求",
        Key::CodeMethod => "没有这个方法",
        Key::CodeParams => "参数不符合要求",
        Key::CodeInternal => "接收方内部出错",
        Key::CodeTag => "{code} 即{name}",
        Key::CodeOther => "JSON-RPC 没有定义这个代码",

        Key::FoundUnknownId => "它应答的是请求 {id}，而这个请求从未发出。",
        Key::FoundDuplicate => "请求 {id} 已经应答过，这是第二次。",
        Key::FoundLate => "它应答的是请求 {id}，但客户端已经不再等待。",
        Key::FoundIdType => {
            "它的 id 是 {found}，未应答请求的 id 是 {expected}。JSON-RPC 既比较值也比较类型，所以那个请求仍未得到应答。"
        }
        Key::FoundNoId => "这是一个没有指明请求的错误。",
        Key::FoundUnreadable => "结果不符合 {method} 的格式。",
        Key::FoundEarly => "{method} 来得太早：握手还没有完成。",
        Key::FoundRepeated => "又一次 initialize：握手只进行一次。",
        Key::FoundReused => "id {id} 属于一个尚未应答的请求。",
        Key::FoundUnreadableNotice => "内容不符合 {method} 的格式。",
        Key::FoundStuckProgress => "它报告的请求 {id} 的进度没有增加。",
        Key::FoundBadMeta => {
            "在 2026-07-28 版里，每个请求都要在 _meta 中写明所用版本和客户端的能力，这个 {method} 没有写全。"
        }
        Key::FoundServerRequest => {
            "服务器发来了请求 {method}：2026-07-28 版的服务器不发请求，有问题就写在应答里。"
        }
        Key::FoundResultType => "双方没有约定过“{name}”这种结果。",
        Key::FoundAskedBack => "它用提问来应答 {method}，而只有少数几个方法可以这样做。",
        Key::FoundUndeclared => "它要求 {method}，客户端却没有声明过这项能力。",
        Key::FoundOutside => "{method} 不属于任何订阅：在 2026-07-28 版里，变化只在订阅中通知。",
        Key::FoundUnknownSubscription => "它属于订阅 {id}，而这个订阅并不存在。",
        Key::FoundUnasked => "这个订阅没有要求过 {method}。",
        Key::FoundStaleProgress => "它报告请求 {id} 的进度，而该请求已经结束。",
        Key::FoundUnknownProgress => "它报告的进度令牌 {id} 从未发出过。",
        Key::FaultUtf8 => "第 {at} 个字节处不是 UTF-8。",
        Key::FaultJson => "从第 {at} 个字节起不再是 JSON。",
        Key::FaultNotObject => "是 JSON，但消息必须是对象。",
        Key::FaultBatch => "这是数组：只有 2025-03-26 版有批量消息。",
        Key::FaultEmptyBatch => "空数组：在任何版本里都没有意义。",
        Key::FaultLongBatch => "一个数组里的消息太多，超出读取方一次接受的上限。",
        Key::FaultInitializeInBatch => "initialize 不能放在批量消息里：在它之前，谁也不知道能不能用批量。",
        Key::FaultDuplicateKey => "成员“{name}”出现了两次；不同的读取方会取不同的一个。",
        Key::FaultCaseVariant => "成员“{name}”的大小写不对；名称必须完全一致。",
        Key::FaultNoVersion => "缺少成员“jsonrpc”。",
        Key::FaultVersion => "“jsonrpc”必须是文本 \"2.0\"。",
        Key::FaultId => "id 只能是字符串或整数。",
        Key::FaultMethod => "“method”必须是字符串。",
        Key::FaultParams => "“params”必须是对象。",
        Key::FaultShape => "既没有 method，也没有 result 或 error。",
        Key::FaultBoth => "result 和 error 同时出现：只能有其中一个。",
        Key::FaultError => "“error”需要整数“code”和字符串“message”。",
        Key::FaultNoId => "有结果却没有 id：谁也不知道它应答的是哪个请求。",

        Key::FrameOversize => "共 {n} 字节，超出读取方保留的上限。",
        Key::FrameNoHeader => "消息前面没有 Content-Length 头部。",
        Key::FrameNoColon => "没有冒号的一行不是头部字段。是不是有程序往这里打印了内容？",
        Key::FrameHeaderTooLong => "头部太长，超出读取方保留的上限。",
        Key::FrameMissingLength => "头部没有说明正文有多长。",
        Key::FrameEmptyLength => "Content-Length 没有值。",
        Key::FrameNegativeLength => "Content-Length 是负数。",
        Key::FrameInvalidLength => "Content-Length 不是数字。",
        Key::FrameHugeLength => "Content-Length 超出 64 位整数的范围。",
        Key::FrameConflictingLengths => {
            "Content-Length 既是 {first} 又是 {other}；不同的读取方会取不同的一个。"
        }
        Key::FrameTruncatedHeader => "头部还没写完，流就结束了。",
        Key::FrameTruncatedBody => "正文应有 {declared} 字节，只来了 {present} 字节，流就结束了。",
        Key::FrameRestOfBody => {
            "这是上一条正文的剩余部分：Content-Length 写的是 {declared}，实际有 {n} 字节。"
        }
        Key::FoundContentLength => "Content-Length 头部是 LSP 的分帧方式；MCP 是一行一条消息。",
        Key::FoundNewline => "对方一行发一条消息，而这一端要的是 LSP 的头部。",
        Key::FoundPrettyPrinted => "第 {first} 行到第 {last} 行合起来是一个 JSON 对象，应当写在一行里。",
        Key::FoundGlued => "一条消息粘在了别的内容后面，跟着一起作废。",
        Key::FoundTwoValues => "一行里有两个 JSON 值，第二个从第 {at} 个字节开始。",
    }
}
