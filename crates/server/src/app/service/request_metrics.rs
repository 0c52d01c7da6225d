//! Response times by route and outcome. The metric handles are created once, because a lookup costs more than the
//! measurement.

use std::collections::HashMap;
use std::time::Duration;

use http::StatusCode;
use metrics::Histogram;

pub(super) struct RequestMetrics {
    calls: HashMap<String, Seconds>,
    groups: Vec<(&'static str, Seconds)>,
    page: Seconds,
}

/// Paths outside the API that count together.
const GROUPS: [&str; 7] = ["/assets/", "/media/", "/tv/", "/storage/", "/console", "/healthz", "/readyz"];

impl RequestMetrics {
    /// To be made when the recorder is installed: handles made before it measure nothing.
    pub(super) fn new() -> Self {
        let document = crate::api::openapi();
        let words = document.paths.paths.keys().filter_map(|path| path.split('/').nth(1));
        Self {
            calls: words.map(|word| (word.to_owned(), Seconds::of(&format!("/api/{word}")))).collect(),
            groups: GROUPS.map(|group| (group, Seconds::of(group.trim_end_matches('/')))).into(),
            page: Seconds::of("page"),
        }
    }

    /// The figure that a path belongs to; what visitors make up adds none.
    pub(super) fn of(&self, path: &str) -> &Seconds {
        let word = path.strip_prefix("/api/").and_then(|call| call.split('/').next());
        let call = word.and_then(|word| self.calls.get(word));
        let group = || self.groups.iter().find(|(group, _)| path.starts_with(group)).map(|(_, seconds)| seconds);
        call.or_else(group).unwrap_or(&self.page)
    }
}

pub(super) struct Seconds {
    ok: Histogram,
    refused: Histogram,
    failed: Histogram,
}

impl Seconds {
    fn of(route: &str) -> Self {
        let histogram = |status: &'static str| metrics::histogram!("touchline_request_seconds", "route" => route.to_owned(), "status" => status);
        Self { ok: histogram("ok"), refused: histogram("refused"), failed: histogram("failed") }
    }

    pub(super) fn record(&self, status: StatusCode, took: Duration) {
        let histogram = match status.as_u16() {
            0..400 => &self.ok,
            400..500 => &self.refused,
            _ => &self.failed,
        };
        histogram.record(took.as_secs_f64());
    }
}
