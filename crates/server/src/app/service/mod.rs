//! The steps that every request passes: request id, limits, headers, metrics. They are one plain function around the
//! router, because layers inside it would be cloned and boxed for each request.

mod headers;
mod origin;
mod paused;
mod redact;
mod request_metrics;
mod segment_head;
mod sending;

use std::convert::Infallible;
use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, HttpBody};
use axum::response::{IntoResponse, Response};
use futures::{FutureExt, poll};
use http::{Method, Request, StatusCode, header};
use hyper::body::Incoming;
use tokio::time::error::Elapsed;
use tower::Service;
use tower_http::timeout::TimeoutBody;
use transport::Segment;
use transport::listener::ClientIp;
use transport::open_files::OpenFiles;
use transport::{Handler, SegmentSource};
use uuid::Uuid;

use crate::app::router::router;
use crate::channels::chosen_channel;
use crate::console;
use crate::http::error::Error;
use crate::http::request_id;
use crate::pages::page::Pages;
use crate::playback::{self, ConnectionCache};
use crate::recordings::stored::FileKey;
use crate::stand_ins::{MountPath, Mounted};
use crate::state::App;

use request_metrics::RequestMetrics;
use sending::Sending;

/// A handler that has not begun to answer by then is given up.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);
/// A part of an upload takes as long as it takes to come; pauses of its body have a limit of their own.
const UPLOAD_TIMEOUT: Duration = Duration::from_secs(60 * 60);
/// A picture holds one of few places while it comes: 20 MB at 0.3 Mb/s.
const PICTURE_TIMEOUT: Duration = Duration::from_secs(10 * 60);

#[derive(Clone)]
pub(crate) struct HttpService(Arc<Inner>);

struct Inner {
    app: App,
    router: Router,
    request_metrics: RequestMetrics,
    /// For how long a body may pause.
    body_idle: Duration,
    /// Where stand-ins are.
    mounts: Vec<MountPath>,
}

impl HttpService {
    pub(crate) fn new(app: App, pages: Pages, mounted: Mounted, body_idle: Duration) -> Self {
        let mounts = mounted.iter().map(|mount| mount.at).collect();
        let router = router(app.clone(), pages, mounted);
        Self(Arc::new(Inner { router, request_metrics: RequestMetrics::new(), app, body_idle, mounts }))
    }

    /// The response, also if the handler panics or is too slow.
    async fn guarded(&self, request: Request<Incoming>) -> Response {
        if let Err(refused) = check(&request) {
            return refused.into_response();
        }
        let origin = match origin::check(&self.0.app, request.method(), request.headers()) {
            Ok(origin) => origin,
            Err(refused) => return refused.into_response(),
        };
        let mut answer = if origin.is_preflight(request.method()) {
            StatusCode::OK.into_response()
        } else {
            let patience = patience_for(request.method(), request.uri().path());
            let sending = (!request.body().is_end_stream()).then(Sending::default);
            let handler = pin!(AssertUnwindSafe(self.routed(request, sending.clone())).catch_unwind());
            in_time(patience, sending, handler).await
        };
        origin.allow(answer.headers_mut());
        answer
    }

    async fn routed(&self, request: Request<Incoming>, sending: Option<Sending>) -> Result<Response, Infallible> {
        if is_plain_media(&request) {
            return Ok(playback::answer(&self.0.app.playback, &request.into_parts().0).await);
        }
        if let Some(answer) = paused::answer(&self.0.app.channels, &self.0.mounts, &request) {
            return Ok(answer);
        }
        let mut router = self.0.router.clone();
        let idle = self.0.body_idle;
        match sending {
            None => router.call(request.map(|_| Body::empty())).await,
            Some(sending) => {
                router.call(request.map(|body| Body::new(TimeoutBody::new(idle, sending.watch(body))))).await
            }
        }
    }
}

impl Handler for HttpService {
    async fn answer(&self, request: Request<Incoming>) -> Response {
        let begun = Instant::now();
        let id = request_id::new();
        let seconds = self.0.request_metrics.of(request.uri().path());
        let is_logged = tracing::enabled!(target: "access", tracing::Level::DEBUG);
        let access = is_logged.then(|| redact::address(request.uri(), &self.0.mounts));

        let may_choose = chosen_channel::may_choose(&self.0.app.channels, request.headers());

        // In one place from the first: an async function that is given another holds it twice.
        let guarded = Box::pin(self.guarded(request));
        let mut answer = request_id::scope(id, guarded).await;

        headers::secure(answer.headers_mut());
        if may_choose {
            chosen_channel::keep_from_caches(answer.headers_mut());
        }
        answer.headers_mut().insert("x-request-id", request_id::header(id));
        let (status, took) = (answer.status(), begun.elapsed());
        seconds.record(status, took);
        if let Some(address) = access {
            note(id, &address, status, took);
        }
        answer
    }
}

impl SegmentSource for HttpService {
    type Connection = ConnectionCache;
    type Key = FileKey;

    fn connection(&self, open: Arc<OpenFiles<FileKey>>) -> ConnectionCache {
        ConnectionCache::new(open)
    }

    async fn segment(
        &self,
        from: ClientIp,
        path: &str,
        connection: &mut ConnectionCache,
        head: &mut Vec<u8>,
    ) -> Option<Segment> {
        let begun = Instant::now();
        let id = request_id::new();
        let finding = pin!(playback::segment(&self.0.app.playback, from, path, connection));
        let found = promptly(ANSWER_TIMEOUT, request_id::scope(id, finding)).await.ok()??;
        let found_at = Instant::now();
        segment_head::write_head(head, id, &found, found_at);
        let took = found_at - begun;
        self.0.request_metrics.of(path).record(StatusCode::OK, took);
        if tracing::enabled!(target: "access", tracing::Level::DEBUG) {
            let address = path.parse().map(|address| redact::address(&address, &self.0.mounts)).unwrap_or_default();
            note(id, &address, StatusCode::OK, took);
        }
        Some(found)
    }
}

/// What players ask for all the time: no router has to find out where it goes.
fn is_plain_media(request: &Request<Incoming>) -> bool {
    request.method() == Method::GET
        && request.uri().path().strip_prefix("/media/").is_some_and(|name| !name.is_empty())
        && request.body().is_end_stream()
}

fn note(id: Uuid, address: &str, status: StatusCode, took: Duration) {
    let milliseconds = took.as_secs_f64() * 1000.0;
    tracing::debug!(target: "access", %id, address, status = status.as_u16(), milliseconds, "answered");
}

/// For how long a handler may take until it begins to answer.
fn patience_for(method: &Method, path: &str) -> Duration {
    if method == Method::PATCH || path == console::FILE_UPLOAD {
        UPLOAD_TIMEOUT
    } else if method == Method::POST && console::is_picture_upload(path) {
        PICTURE_TIMEOUT
    } else {
        ANSWER_TIMEOUT
    }
}

/// Gives up on what takes too long. What comes from memory is there at once, and needs no timer.
async fn promptly<T>(patience: Duration, work: impl Future<Output = T>) -> Result<T, Elapsed> {
    let mut work = pin!(work);
    match poll!(&mut work) {
        Poll::Ready(done) => Ok(done),
        Poll::Pending => tokio::time::timeout(patience, work).await,
    }
}

/// Gives up on a handler that panics or takes too long. A client that has not sent everything is itself too slow;
/// otherwise there is too much to do, and it may come back.
async fn in_time(
    patience: Duration,
    sending: Option<Sending>,
    handler: impl Future<Output = std::thread::Result<Result<Response, Infallible>>>,
) -> Response {
    match promptly(patience, handler).await {
        Ok(Ok(Ok(answer))) => answer,
        Ok(Err(_)) => Error::Internal.into_response(),
        Err(_) if sending.is_some_and(|sending| sending.is_awaited()) => Error::TooSlow.into_response(),
        Err(_) => Error::Busy("handler timed out").into_response(),
    }
}

/// Rejects requests whose end is ambiguous (request smuggling).
fn check(request: &Request<Incoming>) -> Result<(), Error> {
    let headers = request.headers();
    if headers.contains_key(header::TRANSFER_ENCODING) {
        return Err(Error::Malformed("send a Content-Length instead of Transfer-Encoding"));
    }
    if headers.get_all(header::HOST).iter().count() != 1 {
        return Err(Error::Malformed("send exactly one Host header"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ERR-05, T36: a server that does not come to answer says 503 and when to come back; 408 is for slow clients
    /// alone.
    #[tokio::test]
    async fn slow_handler_returns_503_with_retry_after() {
        let late = async |sending| in_time(Duration::ZERO, sending, std::future::pending()).await;
        for sending in [None, Some(Sending::default())] {
            let answer = late(sending).await;
            assert_eq!(answer.status(), http::StatusCode::SERVICE_UNAVAILABLE);
            assert!(answer.headers().contains_key(header::RETRY_AFTER));
        }
        let answer = late(Some(Sending::awaited())).await;
        assert_eq!(answer.status(), http::StatusCode::REQUEST_TIMEOUT);
    }

    /// T36, UI-16: a file may come over a slow line, and nothing else has its time.
    #[test]
    fn files_have_more_time_than_other_requests() {
        for (method, path, expected) in [
            (Method::POST, "/console/api/channels/12/pictures", PICTURE_TIMEOUT),
            (Method::GET, "/console/api/channels/12/pictures", ANSWER_TIMEOUT),
            (Method::POST, "/console/api/channels/12/slides", ANSWER_TIMEOUT),
            (Method::POST, "/api/channels/12/pictures", ANSWER_TIMEOUT),
            (Method::POST, console::FILE_UPLOAD, UPLOAD_TIMEOUT),
        ] {
            assert_eq!(patience_for(&method, path), expected, "{method} {path}");
        }
    }

    /// T36: what a connection holds for a request is counted in thousands of viewers, and what is polled with it lies
    /// on a thread's stack several times over.
    #[test]
    fn a_request_in_flight_is_small() {
        fn of_request<F>(_: impl Fn(&'static HttpService, Request<Incoming>) -> F) -> usize {
            size_of::<F>()
        }
        type Hand = &'static mut ConnectionCache;
        fn of_piece<F>(
            _: impl Fn(&'static HttpService, ClientIp, &'static str, Hand, &'static mut Vec<u8>) -> F,
        ) -> usize {
            size_of::<F>()
        }
        let sizes = [
            of_request(<HttpService as Handler>::answer),
            of_piece(<HttpService as SegmentSource>::segment),
            of_request(HttpService::guarded),
        ];
        assert!(sizes.iter().zip([2_048, 4_096, 16_384]).all(|(size, most)| *size <= most), "{sizes:?}");
    }
}
