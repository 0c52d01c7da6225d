//! HTTP range requests: one range, or the whole file.

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, StatusCode, header};

/// Which bytes of a file of some length are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    Whole,
    /// From the first until before the second; never empty.
    Part(u64, u64),
    /// There is nothing there: 416.
    Nothing,
}

impl Asked {
    /// Several ranges at once, and ranges of something that the other side knows by a tag of its own, are answered with
    /// the whole, as any server may.
    pub(super) fn of(headers: &HeaderMap, length: u64) -> Self {
        match headers.get(header::RANGE) {
            Some(range) if !headers.contains_key(header::IF_RANGE) => Self::read(range, length).unwrap_or(Self::Whole),
            _ => Self::Whole,
        }
    }

    /// Status, range and bytes of the answer; the bytes are within the length.
    pub(super) fn answered(self, length: u64) -> (StatusCode, Option<HeaderValue>, (u64, u64)) {
        match self {
            Self::Whole => (StatusCode::OK, None, (0, length)),
            Self::Part(start, end) => {
                (StatusCode::PARTIAL_CONTENT, Some(content_range(start, end, length)), (start, end))
            }
            Self::Nothing => (StatusCode::RANGE_NOT_SATISFIABLE, Some(unsatisfied(length)), (0, 0)),
        }
    }

    fn read(range: &HeaderValue, length: u64) -> Option<Self> {
        let (first, last) = range.to_str().ok()?.strip_prefix("bytes=")?.split_once('-')?;
        let number = |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten();
        let (start, end) = match (first, last) {
            ("", last) => (length.saturating_sub(number(last)?), length),
            (first, "") => (number(first)?, length),
            (first, last) => {
                let (first, last): (u64, u64) = (number(first)?, number(last)?);
                if last < first {
                    return None;
                }
                (first, last.saturating_add(1).min(length))
            }
        };
        Some(if start < end { Self::Part(start, end) } else { Self::Nothing })
    }
}

/// The requested range of a small public file.
pub(crate) fn asked_of(bytes: &Bytes, headers: &HeaderMap) -> Response {
    let length = bytes.len() as u64;
    let (status, range, (start, end)) = Asked::of(headers, length).answered(length);
    // Both are within the length, which is one of memory.
    let mut answer = Response::new(Body::from(bytes.slice(start as usize..end as usize)));
    *answer.status_mut() = status;
    let headers = answer.headers_mut();
    headers.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    if let Some(range) = range {
        headers.insert(header::CONTENT_RANGE, range);
    }
    answer
}

/// `bytes 0-99/1234`.
fn content_range(start: u64, end: u64, length: u64) -> HeaderValue {
    let text = format!("bytes {start}-{}/{length}", end.saturating_sub(1));
    // Digits and ASCII punctuation are always a header value.
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static("bytes */*"))
}

/// `bytes */1234`: how long it would be.
fn unsatisfied(length: u64) -> HeaderValue {
    HeaderValue::from_str(&format!("bytes */{length}")).unwrap_or(HeaderValue::from_static("bytes */*"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(range: &str) -> Asked {
        Asked::of(&HeaderMap::from_iter([(header::RANGE, HeaderValue::from_str(range).unwrap())]), 100)
    }

    /// T37: one range at most, and none that is larger than the file.
    #[test]
    fn single_range_is_served_and_any_other_gives_the_whole_file() {
        for (range, expected) in [
            ("bytes=0-9", Asked::Part(0, 10)),
            ("bytes=90-", Asked::Part(90, 100)),
            ("bytes=-10", Asked::Part(90, 100)),
            ("bytes=-1000", Asked::Part(0, 100)),
            ("bytes=0-18446744073709551615", Asked::Part(0, 100)),
            ("bytes=100-", Asked::Nothing),
            ("bytes=-0", Asked::Nothing),
            ("bytes=0-0,5-9", Asked::Whole),
            ("bytes=9-0", Asked::Whole),
            ("bytes=a-b", Asked::Whole),
            ("bytes=+1-2", Asked::Whole),
            ("bytes=-", Asked::Whole),
            ("lines=0-9", Asked::Whole),
            ("bytes=99999999999999999999-", Asked::Whole),
        ] {
            assert_eq!(asked(range), expected, "{range}");
        }
        let mut headers = HeaderMap::from_iter([(header::RANGE, HeaderValue::from_static("bytes=0-9"))]);
        headers.insert(header::IF_RANGE, HeaderValue::from_static("\"x\""));
        assert_eq!(Asked::of(&headers, 100), Asked::Whole);
        assert_eq!(Asked::of(&HeaderMap::new(), 100), Asked::Whole);
    }
}
