//! 简体中文：问模型。

use super::super::{Text, j, t};

#[rustfmt::skip]
pub(super) const TEXTS: &[Text] = &[
    j("SM-01", "允许别人问自己模型的客户端要声明 sampling。", "客户端应答了 {seen}，却没有声明 {expected}。"),
    j("SM-02", "问模型的问题有消息和令牌上限。",
        "问模型的问题在 {path} 处不合要求：应为 {expected}，实为{seen}。"),
    j("SM-03", "模型的回答有角色、内容和模型名。",
        "模型的回答在 {path} 处不合要求：应为 {expected}，实为{seen}。"),
    j("SM-04", "工具只给声明了 sampling.tools 的客户端。",
        "{seen} 只能给声明了 {expected} 的客户端，这一个没有声明。"),
    j("SM-05", "带工具结果的消息里不放别的东西。", "这条消息把工具结果和别的东西混在了一起。"),
    j("SM-06", "每次使用工具之后，紧接着就是它的结果。", "{path} 处工具的使用和它的结果没有接上。"),
    j("SM-07", "服务器的上下文只给声明了 sampling.context 的客户端。",
        "{seen} 只能给声明了 {expected} 的客户端，这一个没有声明。"),
    j("SM-08", "用户拒绝是 -1，工具结果混乱是 -32602。", "这里应当是错误 {expected}，不是{seen}。"),
    j("SM-09", "优先度在 0 和 1 之间；工具的选择是 auto、required 或 none。",
        "{path} 处的偏好应当是{expected}，实际是{seen}。"),
    t("SM-10", "客户端遵守令牌上限。"),
    j("SM-11", "不向没有 sampling 的客户端要它。", "服务器来问模型，客户端却没有声明 {expected}。"),
];
