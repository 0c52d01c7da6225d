//! Connections: accepting, limits, sending files from the kernel, and the fast path for video segments. It knows
//! no feature: [`Handler`] answers requests, [`SegmentSource`] finds segments.

pub mod core_threads;
mod fast_path;
pub mod listener;
pub mod open_files;
pub mod sendfile;
pub mod sse_writer;

use std::hash::Hash;
use std::sync::Arc;

use axum::response::Response;
use bytes::Bytes;
use http::Request;
use hyper::body::Incoming;

use listener::ClientIp;
use open_files::OpenFiles;
use sendfile::StoredFile;

/// Answers whatever is asked for.
pub trait Handler: Clone + Send + Sync + 'static {
    fn answer(&self, request: Request<Incoming>) -> impl Future<Output = Response> + Send;
}

/// Finds segments of video for connections that ask for nothing else.
pub trait SegmentSource: Send + Sync + 'static {
    /// What an open file is found by.
    type Key: Copy + Eq + Hash + Send + Sync + 'static;
    /// What a connection that asks for one segment after the other needs each time.
    type Connection: Send;

    /// For a connection on the thread that has these files open.
    fn connection(&self, open: Arc<OpenFiles<Self::Key>>) -> Self::Connection;

    /// An authorized segment, with the response head written to `head`; `None` if the HTTP library has to handle the
    /// request.
    fn segment(
        &self,
        from: ClientIp,
        path: &str,
        connection: &mut Self::Connection,
        head: &mut Vec<u8>,
    ) -> impl Future<Output = Option<Segment>> + Send;
}

/// A segment, ready to be sent.
pub enum Segment {
    /// On this machine's disk. The system holds the often asked for in its own memory.
    File(Arc<StoredFile>),
    Bytes(Bytes),
}
