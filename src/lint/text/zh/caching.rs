//! 简体中文：缓存。

use super::super::{Text, j, t};

#[rustfmt::skip]
pub(super) const TEXTS: &[Text] = &[
    j("CA-01", "列表、资源和 server/discover 要写明保鲜多久、给谁用。", "结果没有写 {expected}（{seen}）。"),
    j("CA-02", "ttlMs 是不小于零的整数。", "ttlMs 应当是不小于零的{expected}，实际是 {seen}。"),
    j("CA-03", "cacheScope 是 public 或 private。", "cacheScope 应当是 {expected}，实际是 {seen}。"),
    j("CA-04", "同一个列表各页的 cacheScope 相同。", "这一页是 {seen}，前一页是 {expected}。"),
    t("CA-05", "缓存的结果不能用于别的请求。"),
    j("CA-06", "反问的结果不写缓存信息。", "反问的结果里不应当有 {seen}。"),
    t("CA-07", "不应当只因为时间到了就反复去问。"),
];
