//! 简体中文：根目录。

use super::super::{Text, j, t};

#[rustfmt::skip]
pub(super) const TEXTS: &[Text] = &[
    j("RT-01", "有根目录的客户端要声明 roots。", "客户端应答了 {seen}，却没有声明 {expected}。"),
    j("RT-02", "根目录是 file:// 开头的 URI。", "根目录在 {path} 处不合要求：应为 {expected}，实为{seen}。"),
    t("RT-03", "声明过就要通知根目录的变化。"),
    j("RT-04", "没有根目录的客户端应答 -32601。", "客户端没有根目录，应当是 {expected}，不是 {seen}。"),
    j("RT-05", "不向没有 roots 的客户端要根目录。", "服务器来要根目录，客户端却没有声明 {expected}。"),
];
