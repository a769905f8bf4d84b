//! 简体中文：ping。

use super::super::{Text, a, j, t};

#[rustfmt::skip]
pub(super) const TEXTS: &[Text] = &[
    j("PG-01", "ping 的应答是空结果。", "ping 应当得到 {expected}，实际得到 {seen}。"),
    j("PG-02", "ping 没有参数。", "ping 没有名为 {seen} 的参数。"),
    t("PG-03", "任何一方随时都可以 ping。"),
    t("PG-04", "ping 应当有规律，也不要太频繁。"),
    t("PG-05", "ping 没有回音，就应当认为连接断了。"),
    a("PG-06", "2026-07-28 没有 ping，应答 -32601。",
        "这一版没有 ping，应当应答 {expected}，实际是 {seen}。",
        "想知道服务器还在不在，发 server/discover。"),
];
