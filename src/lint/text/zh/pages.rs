//! 简体中文：分页。

use super::super::{Text, a, j, t};

#[rustfmt::skip]
pub(super) const TEXTS: &[Text] = &[
    a("PA-01", "游标就是服务器为这个列表给出的那个，原样送回。",
        "服务器没有为这个列表给过游标 {seen}。",
        "只能把 nextCursor 原样送回。"),
    t("PA-02", "谁都不要指望每页的条数固定。"),
    t("PA-03", "没有 nextCursor 的一页就是最后一页。"),
    t("PA-04", "空字符串也是游标。"),
    j("PA-05", "不认识的游标用 -32602 拒绝。", "这个游标不是服务器给的，应当应答 {expected}，实际是{seen}。"),
    a("PA-06", "nextCursor 是字符串，没有就不写。",
        "nextCursor 应当是{expected}，实际是{seen}。",
        "最后一页不要写 nextCursor。"),
    t("PA-07", "游标应当在一段时间内保持有效。"),
    t("PA-08", "tasks/list 要写明还有没有更多任务。"),
];
