//! Chinese, about the model and the host around it.

use crate::panel::text::Story;

pub(in crate::panel::text) const fn story(key: Story) -> &'static str {
    match key {
        Story::Title => "模型看得到什么",
        Story::Lead => {
            "有人想听歌。宿主程序里的模型通过这个客户端调用工具，返回什么，决定了它接下来能做什么。模型是照剧本演的，帧是真的。"
        }
        Story::Song => "点一首歌",
        Story::SongHint => "工具运行成功，模型作答。",
        Story::Recovers => "名字写错了",
        Story::RecoversHint => "工具返回 isError。模型读到原因，再试一次。",
        Story::Stuck => "工具不存在",
        Story::StuckHint => "得到 JSON-RPC 错误，模型对此一无所知。",
        Story::YouSay => "对模型说的话",
        Story::Say => "说",
        Story::NotYet => "先让双方完成握手：按“单步”。",
        Story::Person => "用户",
        Story::ModelChooses => "模型选择工具",
        Story::ModelReads => "模型读到",
        Story::HostGets => "宿主收到错误",
        Story::ModelSays => "模型",
        Story::SeesNothing => "这些模型全看不到。它只能干等，用户也跟着等。",
    }
}
