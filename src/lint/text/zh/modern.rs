//! 简体中文：没有握手的版本。

use super::super::{Text, a, j, t};

#[rustfmt::skip]
pub(super) const TEXTS: &[Text] = &[
    j("VN-01", "请求用了服务器不支持的版本，就应答 -32022，并写明支持哪些。",
        "请求用的版本谁也不支持，应答应当是带 data.supported 和 data.requested 的 {expected}，实际是{seen}。"),
    j("VN-02", "收到 -32022 之后，客户端应当从对方列出的版本里选一个重试。",
        "服务器列出的是 {expected}，客户端却用 {seen} 重试。"),
    j("VN-03", "2026-07-28 的服务器都有 server/discover。",
        "服务器用的是 2026-07-28，却没有 {expected}（{seen}）。"),
    j("VN-04", "两种时代都支持的客户端，应当先用 server/discover 试探。",
        "客户端先发了 {seen}，然后退回 initialize；先发 {expected} 才能问明白。"),
    t("VN-05", "退回 initialize 不能只认某一个错误码。"),
    j("VN-06", "收到 2026-07-28 特有的错误之后，客户端不能退回 initialize。",
        "服务器已经表明自己是 2026-07-28，客户端还是发了 {seen}。"),
    t("VN-07", "客户端应当记住服务器属于哪个时代。"),
    j("VN-08", "没有握手的服务器拒绝 initialize 时，应当写明自己支持哪些版本。",
        "拒绝 initialize 的错误没有写明有哪些版本（{expected}）：{seen}"),
    t("VN-09", "两种时代都支持的服务器：进程以 initialize 开始就按旧规矩办，带新式 _meta 的请求按新规矩办。"),
    t("VN-10", "只有一方支持的扩展，要么不用，要么报错拒绝。"),
    j("VN-11", "扩展的名字带前缀，形如 com.example/name。", "{seen} 不是合格的扩展名，应当形如 {expected}。"),
    j("VN-12", "服务器不依赖此前的请求说过什么。", "请求没有写 {expected}，服务器却当它写了（{seen}）。"),
    t("VN-13", "跨越几个请求的事情，每个请求里都要写明。"),
    t("VN-14", "服务器不应当要求相关的请求走同一条连接。"),
    a("MD-01", "2026-07-28 的服务器不发请求。",
        "服务器发出了请求 {seen}。",
        "应答 resultType 为 input_required 的结果，把问题放进 inputRequests。"),
    j("MD-02", "2026-07-28 的客户端不发应答。", "客户端发出了应答（{seen}）。"),
    j("MD-03", "2026-07-28 去掉的方法，一律应答 -32601。", "这一版没有 {seen} 了，应当应答 {expected}。"),
    j("DI-01", "server/discover 的应答带有 supportedVersions 和 capabilities。",
        "server/discover 的应答在 {path} 处不合要求：应为 {expected}，实为{seen}。"),
    t("DI-02", "对方自报的名字不应当左右任何决定。"),
];
