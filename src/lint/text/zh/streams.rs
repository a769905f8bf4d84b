//! 简体中文：订阅。

use super::super::{Text, j, t};

#[rustfmt::skip]
pub(super) const TEXTS: &[Text] = &[
    j("SU-01", "subscriptions/listen 写明想知道什么：三个开关和一个资源列表。",
        "订阅的条件在 {path} 处不合要求：应为 {expected}，实为{seen}。"),
    j("SU-02", "订阅以确认开始。", "{seen} 抢在了 {expected} 前面。"),
    j("SU-03", "订阅上的消息写明是哪个订阅：请求的 id，类型也相同。",
        "消息应当写明订阅 {expected}，实际写的是{seen}。"),
    j("SU-04", "只通知要求过的事情。", "没有要求过 {seen}，订阅的条件是 {expected}。"),
    j("SU-05", "同意的都是要求过的。", "没有要求过 {seen}，却同意了。"),
    j("SU-06", "订阅应当以一个类型为 complete 的结果结束，写明是哪个订阅，不带别的内容。",
        "结束订阅的结果在 {path} 处应为 {expected}，实为{seen}。"),
    j("SU-07", "进度不走订阅。", "订阅上来了 {seen}，它应当跟着自己的请求。"),
    j("SU-08", "变化只在订阅上通知。", "没有订阅（{expected}）就通知了变化：{seen}"),
    t("SU-09", "客户端应当看看同意了哪些。"),
];
