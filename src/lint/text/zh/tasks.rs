//! 简体中文：任务。

use super::super::{Text, j, t};

#[rustfmt::skip]
pub(super) const TEXTS: &[Text] = &[
    j("TK-01", "任务按请求的种类声明。", "{seen} 需要 {expected}，而对此没有声明。"),
    j("TK-02", "服务器和工具都允许，才能把工具作为任务调用。",
        "{seen} 不能作为任务调用：{expected} 不允许。"),
    j("TK-03", "要求作为任务调用的工具，就得这样调用。",
        "这个工具要求作为任务调用（{expected}），调用里却是{seen}。"),
    j("TK-04", "请求变成任务，应答就是这个任务。", "任务在 {path} 处不合要求：应为 {expected}，实为{seen}。"),
    j("TK-05", "新任务有自己的 id，状态是 working。", "新任务一开始是 {seen}，应当是 {expected}。"),
    j("TK-06", "任务结束后不再变化。", "任务的状态变成了 {seen}，应当是 {expected}。"),
    j("TK-07", "任务的时间是 ISO 8601，ttl 是数或 null。",
        "任务在 {path} 处不合要求：应为 {expected}，实为{seen}。"),
    j("TK-08", "tasks/result 给出请求本来的结果，并写明任务。",
        "结果没有在 {expected} 里写明任务（{seen}）。"),
    j("TK-09", "与任务有关的消息写明任务，本来就写了的请求除外。", "参数里已经写明了任务，{seen} 是多余的。"),
    j("TK-10", "任务不存在，或者已经结束不能取消，是 -32602。",
        "没有这个任务，或者它已经结束，应当应答 {expected}，实际是{seen}。"),
    j("TK-11", "应答取消之前，任务已经是 cancelled。", "任务应当是 {expected}，实际是 {seen}。"),
    t("TK-12", "谁都不要依赖任务的通知。"),
    j("TX-01", "只有请求里声明了扩展，调用才能变成任务。", "调用变成了任务，请求却没有声明 {expected}。"),
    j("TX-02", "只有调用的结果才是任务，tasks/* 的结果是 complete。",
        "resultType 应当是 {expected}，实际是 {seen}。"),
    j("TX-03", "只有 tools/call 能变成任务。", "{seen} 不能变成任务。"),
    j("TX-04", "tasks/get 给出状态所要求的内容，并拒绝没有声明扩展的客户端。",
        "tasks/get 的应答应当有 {expected}，实际是{seen}。"),
    j("TX-05", "工具失败的任务，状态仍是完成。", "工具的结果带 isError，任务却写 {seen} 而不是 {expected}。"),
    j("TX-06", "走 HTTP 时，Mcp-Name 是任务的 id。", "Mcp-Name 应当是任务的 id {expected}，实际是{seen}。"),
    j("TX-07", "不再有 tasks/result。", "tasks/result 应当应答 {expected}，实际是{seen}。"),
];
