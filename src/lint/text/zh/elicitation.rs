//! 简体中文：问用户。

use super::super::{Text, j, t};

#[rustfmt::skip]
pub(super) const TEXTS: &[Text] = &[
    j("EL-01", "能问用户的客户端要声明 elicitation；从 2025-11-25 起写 form、url 或留空。",
        "客户端的 elicitation（{seen}）与 {expected} 不相符。"),
    j("EL-02", "表单有说明文字，以及只含普通字段的单层模式。",
        "问用户的问题在 {path} 处不合要求：应为 {expected}，实为{seen}。"),
    j("EL-03", "表单字段只用这一版有的格式、选项和默认值。",
        "{path} 处的字段不合要求：应为 {expected}，实为{seen}。"),
    j("EL-04", "用户接受、拒绝或取消；只有接受表单时才有 content。",
        "用户的回答在 {path} 处不合要求：应为 {expected}，实为{seen}。"),
    j("EL-05", "只用客户端声明过的方式问用户。", "用 {seen} 的方式问用户，客户端却没有声明 {expected}。"),
    j("EL-06", "没有声明过的方式用 -32602 拒绝。",
        "客户端没有声明这种方式，应当应答 {expected}，实际是{seen}。"),
    j("EL-07", "网页方式要有说明文字和 URL，在 2025-11-25 还要有 elicitationId。",
        "打开网页的问题在 {path} 处不合要求：应为 {expected}，实为{seen}。"),
    j("EL-08", "-32042 要列出网页，每个都有 elicitationId。", "错误里应当列出网页（{expected}）：{seen}"),
    j("EL-09", "notifications/elicitation/complete 写的是问过的网页。",
        "没有让谁去过 elicitationId 为 {seen} 的网页。"),
    j("EL-10", "用户填的内容符合表单。", "填的内容在 {path} 处不符合表单：应为 {expected}，实为{seen}。"),
    t("EL-11", "不用表单索要密码。"),
    j("EL-12", "不向没有 elicitation 的客户端提问。", "服务器要问用户，客户端却没有声明 {expected}。"),
    t("EL-13", "客户端打开网页之前要给用户看地址，并征得同意。"),
];
