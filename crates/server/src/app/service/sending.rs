//! Timeouts while a request is received: decides whether the client or the handler is late.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use axum::body::HttpBody;
use hyper::body::{Frame, Incoming, SizeHint};

/// Whether a handler waits for its client to send more.
#[derive(Clone, Debug, Default)]
pub(super) struct Sending(Arc<AtomicBool>);

impl Sending {
    pub(super) fn is_awaited(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn set(&self, is_awaited: bool) {
        self.0.store(is_awaited, Ordering::Relaxed);
    }

    pub(super) fn watch(&self, body: Incoming) -> Watched {
        Watched { body, sending: self.clone() }
    }
}

/// A body that says when there is nothing more of it yet.
pub(super) struct Watched {
    body: Incoming,
    sending: Sending,
}

impl HttpBody for Watched {
    type Data = bytes::Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(cx);
        self.sending.set(polled.is_pending());
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.sending.set(false);
    }
}

#[cfg(test)]
impl Sending {
    pub(super) fn awaited() -> Self {
        Self(Arc::new(AtomicBool::new(true)))
    }
}
