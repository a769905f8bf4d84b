//! Under which names something on this machine may be asked, and by whose pages (HT-08, DNS rebinding).

use super::{Headers, name};

/// The names by which a machine reaches itself.
const LOOPBACK: [&str; 3] = ["127.0.0.1", "localhost", "[::1]"];

/// Why a request with these headers is none that this machine makes of itself; nothing where it is one. A site whose name
/// resolves to this machine could otherwise ask with the rights of whoever looks at it.
#[must_use]
pub fn foreign(headers: &Headers) -> Option<&'static str> {
    match headers.text(name::HOST) {
        Err(_) => return Some("Host does not say one thing"),
        Ok(None) => return Some("Host is missing"),
        Ok(Some(host)) if !is_ours(host, &[]) => return Some("Host is no name of this machine"),
        Ok(Some(_)) => {}
    }
    match headers.text(name::ORIGIN) {
        Err(_) => Some("Origin does not say one thing"),
        // Only browsers send one.
        Ok(None) => None,
        Ok(Some(origin)) => (!is_our_page(origin, &[])).then_some("Origin is no page of this machine"),
    }
}

/// Whether `authority`, a name with or without a port, is this machine or one of `names`: any port, for a page of this
/// machine is one of this machine.
pub(super) fn is_ours(authority: &str, names: &[String]) -> bool {
    let name = match authority.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => authority,
    };
    let mut known = LOOPBACK.into_iter().chain(names.iter().map(String::as_str));
    known.any(|known| known.eq_ignore_ascii_case(name))
}

/// Whether a page at `origin` is one of this machine or of `names`.
pub(super) fn is_our_page(origin: &str, names: &[String]) -> bool {
    let authority = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    authority.is_some_and(|authority| is_ours(authority, names))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_asks_this_machine() {
        let headers = |host: &str, origin: Option<&str>| {
            let headers = Headers::new().with("host", host);
            origin.into_iter().fold(headers, |headers, origin| headers.with("origin", origin))
        };
        for (host, origin) in [
            ("127.0.0.1:3000", None),
            ("LocalHost", Some("http://localhost:8080")),
            ("[::1]:1", Some("https://[::1]")),
        ] {
            assert_eq!(foreign(&headers(host, origin)), None, "{host} {origin:?}");
        }
        for (host, origin) in [
            ("evil.example", None),
            ("127.0.0.1.evil.example", None),
            ("0.0.0.0:3000", None),
            ("localhost:3000@evil.example", None),
            ("localhost", Some("http://evil.example")),
            ("localhost", Some("null")),
            ("localhost", Some("http://localhost.evil.example:80")),
        ] {
            assert!(foreign(&headers(host, origin)).is_some(), "{host} {origin:?}");
        }
        assert!(foreign(&Headers::new()).is_some());
        assert!(foreign(&headers("localhost", None).with("Host", "evil.example")).is_some());
        assert!(foreign(&headers("localhost", Some("http://localhost")).with("Origin", "null")).is_some());
    }
}
