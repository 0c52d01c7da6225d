//! What happens to every request, whatever it asks for: a name in the logs, limits, headers, figures.
//! It stands around the router as one plain function: layers inside would be cloned and boxed for each request.

mod figures;
mod headers;
mod origin;
mod redact;
pub(crate) mod request_id;

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
use http::{Request, header};
use hyper::body::Incoming;
use tower::Service;
use tower_http::timeout::TimeoutBody;

use crate::error::Error;
use crate::{App, delivery, router};

use figures::Figures;

/// A handler that has not begun to answer by then is given up.
const ANSWER_TIME: Duration = Duration::from_secs(30);
/// A part of an upload takes as long as it takes to come; pauses of its body have a limit of their own.
const UPLOAD_TIME: Duration = Duration::from_secs(60 * 60);

#[derive(Clone)]
pub(crate) struct Edge(Arc<Inner>);

struct Inner {
    app: App,
    router: Router,
    figures: Figures,
    /// For how long a body may pause.
    body_idle: Duration,
}

impl Edge {
    pub(crate) fn new(app: App, bank: Option<&testbank::Bank>, body_idle: Duration) -> Self {
        Self(Arc::new(Inner { router: router(app.clone(), bank), figures: Figures::new(), app, body_idle }))
    }

    pub(crate) async fn answer(&self, request: Request<Incoming>) -> Response {
        let begun = Instant::now();
        let id = request_id::new();
        let seconds = self.0.figures.of(request.uri().path());
        let access = tracing::enabled!(target: "access", tracing::Level::DEBUG).then(|| redact::address(request.uri()));

        let mut answer = request_id::scope(id, self.guarded(request)).await;

        headers::secure(answer.headers_mut());
        answer.headers_mut().insert("x-request-id", request_id::header(id));
        let (status, took) = (answer.status(), begun.elapsed());
        seconds.record(status, took);
        if let Some(address) = access {
            let milliseconds = took.as_secs_f64() * 1000.0;
            tracing::debug!(target: "access", %id, address, status = status.as_u16(), milliseconds, "answered");
        }
        answer
    }

    /// The answer, whatever becomes of the handler.
    async fn guarded(&self, request: Request<Incoming>) -> Response {
        if let Err(refused) = check(&request) {
            return refused.into_response();
        }
        let origin = match origin::check(&self.0.app, request.method(), request.headers()) {
            Ok(origin) => origin,
            Err(refused) => return refused.into_response(),
        };
        let mut answer = if origin.is_preflight(request.method()) {
            http::StatusCode::OK.into_response()
        } else {
            let patience = if request.method() == http::Method::PATCH { UPLOAD_TIME } else { ANSWER_TIME };
            in_time(patience, AssertUnwindSafe(self.routed(request)).catch_unwind()).await
        };
        origin.allow(answer.headers_mut());
        answer
    }

    async fn routed(&self, request: Request<Incoming>) -> Result<Response, Infallible> {
        if is_plain_media(&request) {
            return Ok(delivery::answer(&self.0.app, &request.into_parts().0).await);
        }
        let mut router = self.0.router.clone();
        if request.body().is_end_stream() {
            router.call(request.map(|_| Body::empty())).await
        } else {
            router.call(request.map(|body| Body::new(TimeoutBody::new(self.0.body_idle, body)))).await
        }
    }
}

/// What players ask for all the time: no router has to find out where it goes.
fn is_plain_media(request: &Request<Incoming>) -> bool {
    request.method() == http::Method::GET
        && request.uri().path().strip_prefix("/media/").is_some_and(|name| !name.is_empty())
        && request.body().is_end_stream()
}

/// Gives up on a handler that panics or takes too long. What comes from memory is there at once, and needs no timer.
async fn in_time(
    patience: Duration,
    handler: impl Future<Output = std::thread::Result<Result<Response, Infallible>>>,
) -> Response {
    let mut handler = pin!(handler);
    let answered = match poll!(&mut handler) {
        Poll::Ready(answered) => Ok(answered),
        Poll::Pending => tokio::time::timeout(patience, handler).await,
    };
    match answered {
        Ok(Ok(Ok(answer))) => answer,
        Ok(Err(_)) => Error::Internal.into_response(),
        Err(_) => Error::TooSlow.into_response(),
    }
}

/// Requests whose end two parsers could see at different places are not taken.
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
