//! Chinese, about framings, resources and prompts.

use crate::panel::text::Forms;

pub(in crate::panel::text) const fn form(key: Forms) -> &'static str {
    match key {
        Forms::Framing => "分帧方式",
        Forms::FramingNewline => "一行一条消息（MCP 的规定）",
        Forms::FramingHeader => "Content-Length（LSP 的分帧方式，不属于 MCP）",
        Forms::FramingNewlineHint => "消息以换行符结束，因此消息内部不能出现换行。",
        Forms::FramingHeaderHint => {
            "LSP 的分帧方式，不属于 MCP：每条消息前先写一段头部，注明消息有多少字节，消息后面什么都不加。"
        }
        Forms::FramingMismatch => "两端的分帧方式不一致：谁也认不出对方写的消息。发一条试试看。",
        Forms::MeansHeader => "LSP 的分帧方式，不属于 MCP：先说明消息有多少字节，再空一行，消息紧随其后。",
        Forms::LengthInCharacters => {
            "头部写的是 {declared}，消息其实有 {bytes} 字节：有人按字符数了长度。这里能自动纠正；多数程序会在那里把消息截断，连下一条也读坏。"
        }
        Forms::ComposeHeaderHint => "LSP 的分帧方式，不属于 MCP：头部会自动加上，长度按这里的内容计算。",
        Forms::ResourcesTitle => "读取资源",
        Forms::PromptsTitle => "获取提示词",
        Forms::NotListed => "客户端还不知道有些什么，先请求一份列表。",
        Forms::NothingListed => "服务器说一个也没有。",
        Forms::NextPage => "下一页",
        Forms::ChooseResource => "资源",
        Forms::ChoosePrompt => "提示词",
        Forms::GroupResources => "资源",
        Forms::GroupTemplates => "模板",
        Forms::SendRequest => "发送",
        Forms::Deed => "要做什么",
        Forms::DeedRead => "读取",
        Forms::DeedSubscribe => "订阅",
        Forms::DeedUnsubscribe => "退订",
        Forms::ListenHint => "这一版只用一个请求说明想收到哪些通知；取消该请求，通知也就停了。",
        Forms::VariablesHint => "填入的内容会替换模板花括号里的变量；省略的变量什么也不写。",
        Forms::ArgumentsHint => "提示词的参数一律是文本。省略与空文本不是一回事。",
    }
}
