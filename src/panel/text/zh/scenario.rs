//! Chinese, the scenarios.

use crate::sim::Story;

pub(in crate::panel::text) const fn scenario(story: Story) -> (&'static str, &'static str) {
    match story {
        Story::Handshake => ("握手", "七条消息，从零到一个工具的结果。"),
        Story::TwoErrors => ("两层错误", "一个会失败的工具，再加不存在的工具和方法。"),
        Story::HalfFrames => ("半个帧", "一次调用分几段到达，有一段停在一个字的中间。"),
        Story::Progress => ("进度", "一个慢工具随时报告做到了哪里。"),
        Story::Patience => ("耐心", "一次调用等到期限被放弃，另一次被取消。"),
        Story::Heartbeat => ("有人在吗？", "没有人做什么，客户端自己发 ping。"),
        Story::AskedBack => ("反过来问", "服务器向用户要一个名字，并且要到了。"),
        Story::CounterOffer => ("还价", "客户端提议一个从未发布的版本。"),
        Story::NoHandshake => ("没有握手", "2026-07-28：每个请求自己写明需要什么。"),
        Story::TwoFramings => ("两种分帧", "一端按行发，另一端在等写明长度的头。"),
        Story::StrayPrint => ("多余的一句打印", "服务器往标准输出打了一句问候。"),
        Story::BadDay => ("倒霉的一天", "帧会丢、会迟、会重、会断，全凭运气；种子决定是哪些。"),
    }
}
