//! The response head of a video segment, built once.

use std::cell::RefCell;
use std::io::Write;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use domain::time::Timestamp;
use http::HeaderMap;
use transport::Segment;
use uuid::Uuid;

use super::headers;
use crate::clock;
use crate::playback::describe_segment;

/// All but the length, the date and the name of the request.
static ALIKE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut headers = HeaderMap::new();
    describe_segment(&mut headers);
    headers::secure(&mut headers);
    let mut head = b"HTTP/1.1 200 OK\r\n".to_vec();
    for (name, value) in &headers {
        for part in [name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"] {
            head.extend_from_slice(part);
        }
    }
    head
});

/// Into what the head before was written to.
pub(super) fn write_head(head: &mut Vec<u8>, id: Uuid, found: &Segment, now: Instant) {
    let length = match found {
        Segment::File(file) => file.length(),
        Segment::Bytes(bytes) => bytes.len() as u64,
    };
    head.clear();
    head.extend_from_slice(&ALIKE);
    // Writing into memory cannot fail.
    let _ = write!(head, "content-length: {length}\r\nx-request-id: ");
    head.extend_from_slice(id.hyphenated().encode_lower(&mut Uuid::encode_buffer()).as_bytes());
    head.extend_from_slice(b"\r\ndate: ");
    with_date(now, |date| head.extend_from_slice(date.as_bytes()));
    head.extend_from_slice(b"\r\n\r\n");
}

/// The date of now as HTTP writes it, which changes once a second: only then is the clock asked.
fn with_date(now: Instant, use_it: impl FnOnce(&str)) {
    thread_local! {
        static WRITTEN: RefCell<Option<(Instant, String)>> = const { RefCell::new(None) };
    }
    WRITTEN.with_borrow_mut(|written| {
        if written.as_ref().is_none_or(|(until, _)| *until <= now) {
            // The machine's own clock, by which hyper dates all other responses.
            let Timestamp(today) = clock::system().now();
            let rest = (Timestamp::SECOND - today.rem_euclid(Timestamp::SECOND)).unsigned_abs();
            let date = jiff::Timestamp::from_millisecond(today)
                .ok()
                .and_then(|today| jiff::fmt::rfc2822::DateTimePrinter::new().timestamp_to_rfc9110_string(&today).ok());
            *written = Some((now + Duration::from_millis(rest), date.unwrap_or_default()));
        }
        use_it(written.as_ref().map_or("", |(_, date)| date));
    });
}
