//! 简体中文：反问的结果。

use super::super::{Text, j, t};

#[rustfmt::skip]
pub(super) const TEXTS: &[Text] = &[
    j("MR-01", "只有 tools/call、prompts/get、resources/read 可以反问。",
        "{seen} 不能反问，只有 {expected} 可以。"),
    j("MR-02", "反问的结果要有问题或状态。", "结果反问了，却没有 {expected}。"),
    j("MR-03", "问题是 elicitation/create、sampling/createMessage 或 roots/list。",
        "问题在 {path} 处不合要求：应为 {expected}，实为{seen}。"),
    j("MR-04", "问题没有信封，状态是文字。", "问题或状态在 {path} 处不合要求：应为 {expected}，实为{seen}。"),
    j("MR-05", "各个问题的键互不相同。", "有两个问题的键都是 {seen}。"),
    j("MR-06", "只问客户端在这个请求里声明过的。", "问题 {seen} 需要 {expected}，请求里没有声明。"),
    j("MR-07", "再次请求要用新的 id。", "再次请求用的还是旧 id {seen}。"),
    j("MR-08", "requestState 原样送回，没有就不送。", "requestState 应当是 {expected}，实际是{seen}。"),
    j("MR-09", "答完所有问题再重新请求。", "问题 {expected} 没有回答（{seen}）。"),
    j("MR-10", "答案和状态属于被反问的那个请求。", "没有就这个请求反问过什么（{seen}）。"),
    j("MR-11", "缺少答案时应当再问一次。", "缺了答案，应当再次 {expected}，实际是 {seen}。"),
    t("MR-12", "要紧的状态，服务器要加以保护。"),
];
