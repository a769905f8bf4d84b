//! 简体中文。

mod act;
mod attach;
mod broken;
mod editor;
mod embed;
mod fields;
mod forms;
mod http;
mod lesson;
mod peers;
mod scenario;
mod spot;
mod story;
mod tell;
mod when;
mod wrong;

use super::Key;
pub(super) use act::{act, hand};
pub(super) use attach::attach;
pub(super) use broken::{broken, fault};
pub(super) use editor::editor;
pub(super) use embed::embed;
pub(super) use fields::FIELDS;
pub(super) use forms::form;
pub(super) use http::web;
pub(super) use lesson::{learn, lesson};
pub(super) use peers::peer;
pub(super) use scenario::scenario;
pub(super) use spot::spot;
pub(super) use story::story;
pub(super) use tell::tell;
pub(super) use when::when;
pub(super) use wrong::wrong;

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
        Key::PlaceHttp => "HTTP",
        Key::PlaceRecording => "记录",
        Key::PlaceLearn => "课程",
        Key::PlaceRules => "规则",
        Key::CannotLoad => "页面的这一部分加载不了：“{why}”。这里的一切照常。",
        Key::Share => "分享",
        Key::HelpShare => "把这里发生的一切做成链接",
        Key::SharedCopied => "链接已复制，打开的人会看到同样的字节。",
        Key::SharedLink => "链接在地址栏里，打开的人会看到同样的字节。",
        Key::SharedFile => "内容太多，链接装不下，已存为文件。把它拖到本页就能重现。",
        Key::SharedNothing => "这个浏览器既给不了链接，也存不了文件。",
        Key::ServerData => "它的文件和数据库",
        Key::DatabaseScript => "数据库",
        Key::NewFile => "新建文件",

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

        Key::FoundSomething => "接收方发现这里有问题。点“检查”看看是什么。",
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
    }
}
