//! 简体中文：模式与图标。

use super::super::{Text, j, t};

#[rustfmt::skip]
pub(super) const TEXTS: &[Text] = &[
    t("SC-01", "支持 JSON Schema 2020-12，其他方言要恰当地拒绝。"),
    j("SC-02", "模式在它声明的方言里是合法的。", "模式在 {path} 处不合法：应为 {expected}，实为{seen}。"),
    t("SC-03", "不自动去网络上取引用。"),
    t("SC-04", "检查模式的深度、大小和时间应当有上限。"),
    j("IC-01", "图标的图片来自 https: 或 data: URI。", "不能从 {seen} 取图片，只能用 {expected}。"),
    j("IC-02", "图标有来源、形如 48x48 的尺寸和主题。",
        "图标在 {path} 处不合要求：应为 {expected}，实为{seen}。"),
];
