//! 简体中文：补全。

use super::super::{Text, j};

#[rustfmt::skip]
pub(super) const TEXTS: &[Text] = &[
    j("CO-01", "能补全的服务器要声明 completions。", "服务器应答了补全，却没有声明 {expected}。"),
    j("CO-02", "补全要写明补的是哪个提示词或资源、哪个参数。",
        "补全请求在 {path} 处不合要求：应为 {expected}，实为{seen}。"),
    j("CO-03", "补全最多 100 条，都是文字。",
        "补全的结果在 {path} 处不合要求：应为 {expected}，实为{seen}。"),
    j("CO-04", "已经填好的参数都是文字。", "补全的上下文在 {path} 处不合要求：应为 {expected}，实为{seen}。"),
    j("CO-05", "不支持补全用 -32601，提示词不存在用 -32602，自身故障用 -32603。",
        "这个补全应当用 {expected} 拒绝，不是 {seen}。"),
];
