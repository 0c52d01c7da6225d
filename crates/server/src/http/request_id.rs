//! The id of a request, in its response and its log lines.

use http::HeaderValue;
use rand::RngExt;
use uuid::{Builder, Uuid};

tokio::task_local! {
    static CURRENT: Uuid;
}

/// From this thread's own generator: asking the system for each request would cost more than the rest of the name.
pub(crate) fn new() -> Uuid {
    Builder::from_random_bytes(rand::rng().random()).into_uuid()
}

/// The request that is being answered, if this runs for one.
pub(crate) fn current() -> Option<Uuid> {
    CURRENT.try_with(|id| *id).ok()
}

pub(crate) fn scope<F: Future>(id: Uuid, work: F) -> impl Future<Output = F::Output> {
    CURRENT.scope(id, work)
}

pub(crate) fn header(id: Uuid) -> HeaderValue {
    let mut text = Uuid::encode_buffer();
    // Hexadecimal digits and hyphens are always a header value.
    HeaderValue::from_str(id.hyphenated().encode_lower(&mut text)).unwrap_or(HeaderValue::from_static("unknown"))
}
