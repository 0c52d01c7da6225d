//! What happens to every request, whatever it asks for: a name in the logs, limits, headers, figures.

mod headers;
mod origin;
mod redact;

use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, header};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::timeout::RequestBodyTimeoutLayer;
use tracing::Instrument;
use uuid::Uuid;

use crate::App;
use crate::error::Error;

/// A handler that has not begun to answer by then is given up.
const ANSWER_TIME: Duration = Duration::from_secs(30);

/// `body_idle`: for how long a body may pause.
pub(crate) fn wrap(routes: Router<App>, app: App, body_idle: Duration) -> Router<App> {
    routes
        .layer(RequestBodyTimeoutLayer::new(body_idle))
        .layer(CatchPanicLayer::custom(|_| Error::Internal.into_response()))
        .layer(from_fn_with_state(app, handle))
}

async fn handle(State(app): State<App>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let id = Uuid::now_v7().to_string();
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let access = tracing::enabled!(target: "access", tracing::Level::DEBUG).then(|| redact::address(request.uri()));
    let span = tracing::info_span!("request", id, %method, route);

    let mut answer = answer(&app, request, next).instrument(span.clone()).await;

    headers::secure(answer.headers_mut());
    if let Ok(id) = HeaderValue::from_str(&id) {
        answer.headers_mut().insert("x-request-id", id);
    }
    let status = answer.status();
    if let Some(address) = access {
        let milliseconds = begun.elapsed().as_secs_f64() * 1000.0;
        span.in_scope(
            || tracing::debug!(target: "access", address, status = status.as_u16(), milliseconds, "answered"),
        );
    }
    let route = route.unwrap_or_else(|| "page".to_owned());
    metrics::histogram!("touchline_request_seconds", "route" => route, "status" => status_class(status))
        .record(begun.elapsed().as_secs_f64());
    answer
}

async fn answer(app: &App, request: Request, next: Next) -> Response {
    if let Err(refused) = check(&request) {
        return refused.into_response();
    }
    let origin = match origin::check(app, request.method(), request.headers()) {
        Ok(origin) => origin,
        Err(refused) => return refused.into_response(),
    };
    let mut answer = if origin.is_preflight(request.method()) {
        http::StatusCode::OK.into_response()
    } else {
        match tokio::time::timeout(ANSWER_TIME, next.run(request)).await {
            Ok(answer) => answer,
            Err(_) => Error::TooSlow.into_response(),
        }
    };
    origin.allow(answer.headers_mut());
    answer
}

/// Requests whose end two parsers could see at different places are not taken.
fn check(request: &Request) -> Result<(), Error> {
    let headers = request.headers();
    if headers.contains_key(header::TRANSFER_ENCODING) {
        return Err(Error::Malformed("send a Content-Length instead of Transfer-Encoding"));
    }
    if headers.get_all(header::HOST).iter().count() != 1 {
        return Err(Error::Malformed("send exactly one Host header"));
    }
    Ok(())
}

fn status_class(status: http::StatusCode) -> &'static str {
    match status.as_u16() {
        0..400 => "ok",
        400..500 => "refused",
        _ => "failed",
    }
}
