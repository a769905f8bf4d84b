//! Chinese, about time.

use crate::panel::text::When;

pub(in crate::panel::text) const fn when(key: When) -> &'static str {
    match key {
        When::StepBy => "每步",
        When::GrainFrame => "一帧",
        When::GrainChunk => "{n} 字节",
        When::GrainByte => "一个字节",
        When::Pace => "步长与速度",
        When::Speed => "速度",
        When::Skip => "+{n} 秒",
        When::SkipHint => "快进 {n} 秒，其间到点的事照常发生",
        When::NextEvent => "下一事件",
        When::Moment => "时刻",
        When::MomentOf => "第 {n} 步，共 {all} 步",
        When::Past => "回到第 {n} 步（共 {all} 步）。单步会重演原来的经过；做别的事就另开一支，原来的保留。",
        When::Branch => "分支 {n}",
        When::BranchHint => "转到这一支的末尾：共 {n} 步",
        When::Branches => "其他分支",
        When::DiscardBranch => "丢弃分支 {n}",
        When::Beat => "自动 ping",
        When::BeatNever => "从不",
        When::BeatEvery => "每 {n} 秒",
        When::InBeat => "{time} 后：客户端自动发 ping。",
        When::InMissed => "{time} 后：上一个 ping 记为未应答。",
        When::InDeadline => "{time} 后：{method} 等待超时。",
        When::InTool => "{time} 后：工具执行完毕。",
        When::InReport => "{time} 后：工具汇报进度。",
        When::InExpire => "{time} 后：服务器清除已结束的任务。",
        When::JudgeWorld => "检查",
        When::JudgeWorldHint => "按规则书检查当前会话，并可导出",
        When::NextModel => "下一步：模型想好了，要么调用工具，要么作答。",
        When::NextFull => "这一场已满，页面不再记录。点“重置”另开一场，这一场仍然留着。",
        When::PartArrived => "已到 {n}/{all} 字节",
        When::PartDue => "已到 {n}/{all} 字节。半帧没人会处理。",
        When::Stderr => "标准错误",
        When::HelpBytes => "切换步长：帧、块、字节",
        When::HelpSkip => "快进 30 秒",
        When::HelpEvent => "跳到下一个自动发生的事件",
    }
}
