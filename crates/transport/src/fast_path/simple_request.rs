//! Requests whose headers do not change the response.

use std::mem::MaybeUninit;
use std::net::IpAddr;

use httparse::{Header, Request, Status};
use ipnet::IpNet;

use crate::listener::ClientIp;

/// Players and proxies send a dozen or two.
const MAX_HEADERS: usize = 32;
const FORWARDED_FOR: &str = "x-forwarded-for";

const METHOD: &[u8] = b"GET ";
pub(super) const BEGINNING: &[u8] = b"GET /media/";

/// Headers that change nothing about a piece of video. Any other may: a range, a condition, a page of another site, the
/// end of the connection.
const IDLE: [&str; 11] = [
    "accept",
    "accept-encoding",
    "accept-language",
    "cache-control",
    "cookie",
    "dnt",
    "pragma",
    "priority",
    "referer",
    "user-agent",
    "x-forwarded-proto",
];
/// Prefix of browsers' client hints and fetch metadata.
const IDLE_PREFIX: &str = "sec-";

/// A request that has been read to its end, with nothing after it.
#[derive(Debug)]
pub(super) struct SimpleRequest<'a> {
    pub(super) path: &'a str,
    pub(super) from: ClientIp,
}

impl<'a> SimpleRequest<'a> {
    /// None for everything that is not plain, or not whole. `header_cache` is what the connection sent before.
    pub(super) fn read(
        bytes: &'a [u8],
        connection: IpAddr,
        proxies: &[IpNet],
        header_cache: &mut Option<HeaderCache>,
    ) -> Option<Self> {
        // Most of what is not for us is told by its beginning.
        if !bytes.starts_with(BEGINNING) {
            return None;
        }
        if let Some(plain) = header_cache.as_ref().and_then(|header_cache| header_cache.read(bytes)) {
            return Some(plain);
        }
        let mut headers = [const { MaybeUninit::uninit() }; MAX_HEADERS];
        let mut request = Request::new(&mut []);
        let read = request.parse_with_uninit_headers(bytes, &mut headers).ok()?;
        let path = request.path.filter(|path| !path.contains(['?', '#']))?;
        let is_plain = read == Status::Complete(bytes.len()) && request.version == Some(1);
        if !is_plain || !is_of_no_account(request.headers) {
            return None;
        }
        let forwarded_for = request.headers.iter().filter(|header| header.name.eq_ignore_ascii_case(FORWARDED_FOR));
        let from = ClientIp::of(connection, forwarded_for.map(|header| header.value), proxies);
        *header_cache = Some(HeaderCache { rest: bytes[METHOD.len() + path.len()..].into(), from });
        Some(Self { path, from })
    }
}

/// The headers of the last simple request. A player sends the same headers with every segment request, so their meaning
/// is cached.
pub(super) struct HeaderCache {
    rest: Box<[u8]>,
    from: ClientIp,
}

impl HeaderCache {
    fn read<'a>(&self, bytes: &'a [u8]) -> Option<SimpleRequest<'a>> {
        let path = bytes.strip_suffix(&*self.rest)?.strip_prefix(METHOD)?;
        // No early end: so it is done for many bytes at once.
        let is_plain = |so_far, byte: &u8| so_far & byte.is_ascii_graphic() & (*byte != b'?') & (*byte != b'#');
        let path = path.iter().fold(true, is_plain).then_some(path)?;
        Some(SimpleRequest { path: std::str::from_utf8(path).ok()?, from: self.from })
    }
}

/// One host, and otherwise only what changes nothing.
fn is_of_no_account(headers: &[Header<'_>]) -> bool {
    let mut hosts = 0;
    for header in headers {
        let is = |name: &str| header.name.eq_ignore_ascii_case(name);
        if is("host") {
            hosts += 1;
        } else if is("connection") {
            if !header.value.eq_ignore_ascii_case(b"keep-alive") {
                return false;
            }
        } else if !(is_idle(header.name) || is(FORWARDED_FOR)) {
            return false;
        }
    }
    hosts == 1
}

fn is_idle(name: &str) -> bool {
    let starts = name.get(..IDLE_PREFIX.len()).is_some_and(|start| start.eq_ignore_ascii_case(IDLE_PREFIX));
    starts || IDLE.iter().any(|idle| name.eq_ignore_ascii_case(idle))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(request: &str) -> Option<(&str, String)> {
        read_after(&mut None, request)
    }

    fn read_after<'a>(header_cache: &mut Option<HeaderCache>, request: &'a str) -> Option<(&'a str, String)> {
        let proxies = ["10.0.0.0/8".parse().unwrap()];
        let plain = SimpleRequest::read(request.as_bytes(), "10.0.0.1".parse().unwrap(), &proxies, header_cache)?;
        Some((plain.path, plain.from.0.to_string()))
    }

    /// T37: what a connection sent before makes nothing plain that is not, and changes nobody's address.
    #[test]
    fn cached_headers_change_no_result() {
        let request =
            |path: &str, from: &str| format!("GET {path} HTTP/1.1\r\nhost: a\r\nx-forwarded-for: {from}\r\n\r\n");
        let header_cache = &mut None;
        for (path, from) in [("/media/t/v0/7.m4s", "1.2.3.4"), ("/media/t/v0/8.m4s", "1.2.3.4"), ("/media/", "5.6.7.8")]
        {
            assert_eq!(read_after(header_cache, &request(path, from)), Some((path, from.into())));
        }
        let from = "5.6.7.8";
        for path in ["/media/t/v0/7.m4s?a", "/media/t#a", "/media/t b", "/media/t\r\nrange:x", "/api/x"] {
            assert_eq!(read_after(header_cache, &request(path, from)), None, "{path}");
        }
        let whole = request("/media/t/v0/7.m4s", from);
        for other in
            [format!("{whole}{whole}"), format!("{whole}G"), whole.replacen("GET", "PUT", 1), whole[1..].into()]
        {
            assert_eq!(read_after(header_cache, &other), None, "{other}");
        }
        assert_eq!(read_after(header_cache, &whole), Some(("/media/t/v0/7.m4s", from.into())));
    }

    #[test]
    fn requests_of_players_and_proxies_are_simple() {
        for (headers, from) in [
            ("host: a\r\n", "10.0.0.1"),
            ("Host: a:8080\r\nUser-Agent: x\r\nAccept: */*\r\nConnection: Keep-Alive\r\n", "10.0.0.1"),
            (
                "host: a\r\nsec-fetch-mode: cors\r\nSec-CH-UA: \"x\"\r\nreferer: http://a/\r\ncookie: a=b\r\n",
                "10.0.0.1",
            ),
            ("host: a\r\nx-forwarded-for: 1.2.3.4\r\nX-Forwarded-For: 5.6.7.8, 10.1.1.1\r\n", "5.6.7.8"),
        ] {
            let request = format!("GET /media/t/v0/7.m4s HTTP/1.1\r\n{headers}\r\n");
            assert_eq!(read(&request), Some(("/media/t/v0/7.m4s", from.into())), "{headers}");
        }
    }

    /// T37: whatever could mean something else, or end elsewhere, is left to the HTTP library.
    #[test]
    fn ambiguous_request_is_not_simple() {
        for headers in [
            "",
            "host: a\r\nhost: b\r\n",
            "host: a\r\nrange: bytes=0-1\r\n",
            "host: a\r\nif-none-match: x\r\n",
            "host: a\r\norigin: http://b\r\n",
            "host: a\r\ncontent-length: 3\r\n",
            "host: a\r\ntransfer-encoding: chunked\r\n",
            "host: a\r\nconnection: close\r\n",
            "host: a\r\nconnection: keep-alive, upgrade\r\n",
            "host: a\r\nexpect: 100-continue\r\n",
            "host: a\r\nupgrade: h2c\r\n",
            "host: a\r\nx-unheard-of: 1\r\n",
            "host: a\r\nsec: 1\r\n",
            "host: a\r\n folded: 1\r\n",
            "host : a\r\n",
        ] {
            assert_eq!(read(&format!("GET /media/t/v0/7.m4s HTTP/1.1\r\n{headers}\r\n")), None, "{headers}");
        }
        let many: String = (0..MAX_HEADERS).map(|number| format!("sec-{number}: x\r\n")).collect();
        for request in [
            "",
            "GET ",
            "GET /media/t/v0/7.m4s HTTP/1.1\r\nhost: a\r\n",
            "GET /media/t/v0/7.m4s HTTP/1.1\r\nhost: a\r\n\r\nG",
            "GET /media/t/v0/7.m4s HTTP/1.0\r\nhost: a\r\n\r\n",
            "HEAD /media/t/v0/7.m4s HTTP/1.1\r\nhost: a\r\n\r\n",
            "GET /media/t/v0/index.m3u8?_HLS_msn=1 HTTP/1.1\r\nhost: a\r\n\r\n",
            "GET http://a/media/t/v0/7.m4s HTTP/1.1\r\nhost: a\r\n\r\n",
            "GET /api/events HTTP/1.1\r\nhost: a\r\n\r\n",
            &format!("GET /media/t/v0/7.m4s HTTP/1.1\r\nhost: a\r\n{many}\r\n"),
        ] {
            assert_eq!(read(request), None, "{request}");
        }
    }
}
