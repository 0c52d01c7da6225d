//! Parses an untrusted body into a typed event: known fields are checked, all others are dropped.

use std::ops::RangeInclusive;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use url::Url;

use crate::event::{Activity, ActivityKind, VideoEvent, Viewing};

/// A longer body is refused before it is parsed.
pub const MAX_BODY_BYTES: usize = 8 * 1024;

const MAX_ID_BYTES: usize = 64;
const MAX_TEXT_CHARS: usize = 120;
const MAX_ADDRESS_BYTES: usize = 1024;

/// A session lives a day, so nobody watches longer than that in one.
const MAX_VIEWING: Duration = Duration::from_secs(24 * 60 * 60);

/// Browsers give up on a request long before this.
const MAX_REQUEST_MILLISECONDS: u64 = 10 * 60 * 1000;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IntakeError {
    #[error("the body has more than {MAX_BODY_BYTES} bytes")]
    TooLarge,
    #[error("the body is not a JSON object")]
    NotAnObject,
    #[error("{field} {problem}")]
    Field { field: &'static str, problem: Problem },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    #[error("is missing")]
    Missing,
    #[error("has the wrong type")]
    WrongKind,
    #[error("is not one of the known values")]
    Unknown,
    #[error("is too long")]
    TooLong,
    #[error("is out of range")]
    OutOfRange,
    #[error("has characters that are not allowed")]
    BadCharacters,
}

/// Reads the body of `POST /datalake/event/`.
pub fn activity(body: &[u8]) -> Result<Activity, IntakeError> {
    let fields = Fields::parse(body)?;
    let kind = match fields.required("event", Fields::id)?.as_str() {
        "visit_page" => ActivityKind::VisitPage { title: fields.text("title")?, referrer: fields.address("referrer")? },
        "login" => ActivityKind::Login { method: fields.id("method")? },
        "api_request" => ActivityKind::ApiRequest {
            path: fields.path("path")?,
            method: fields.id("method")?,
            status: fields.whole("status", 100..=599)?,
            took: fields.whole("duration_ms", 0..=MAX_REQUEST_MILLISECONDS)?.map(Duration::from_millis),
        },
        _ => return Err(IntakeError::Field { field: "event", problem: Problem::Unknown }),
    };
    Ok(Activity {
        profile: fields.required("profile", Fields::id)?,
        session: fields.required("session_uuid", Fields::id)?,
        kind,
        origin_url: fields.address("origin_url")?,
    })
}

/// Reads the body of `POST /datalake/video/event/`.
pub fn video_event(body: &[u8]) -> Result<VideoEvent, IntakeError> {
    let fields = Fields::parse(body)?;
    Ok(VideoEvent {
        session: fields.id("session_uuid")?,
        view: fields.required("video_view_uuid", Fields::id)?,
        stream_id: fields.required("stream_id", |fields, field| fields.whole(field, 1..=u64::MAX))?,
        stream_type: fields.required("stream_type", Fields::choice)?,
        kind: fields.choice("event")?.unwrap_or_default(),
    })
}

/// Reads the body of `POST /datalake/video/viewing/`.
pub fn viewing(body: &[u8]) -> Result<Viewing, IntakeError> {
    let fields = Fields::parse(body)?;
    Ok(Viewing {
        session: fields.id("session_uuid")?,
        view: fields.id("video_view_uuid")?,
        time: fields.required("viewing_time", Fields::seconds)?,
        category: fields.text("category")?,
        sport: fields.text("sport")?,
        gender: fields.text("gender")?,
        school: fields.text("school")?,
        league: fields.text("league")?,
    })
}

/// A parsed body, read field by field; a field that is null counts as absent.
struct Fields(Map<String, Value>);

type Field<T> = Result<Option<T>, IntakeError>;

impl Fields {
    fn parse(body: &[u8]) -> Result<Self, IntakeError> {
        if body.len() > MAX_BODY_BYTES {
            return Err(IntakeError::TooLarge);
        }
        serde_json::from_slice(body).map(Self).map_err(|_| IntakeError::NotAnObject)
    }

    fn required<T>(
        &self,
        field: &'static str,
        read: impl FnOnce(&Self, &'static str) -> Field<T>,
    ) -> Result<T, IntakeError> {
        read(self, field)?.ok_or(IntakeError::Field { field, problem: Problem::Missing })
    }

    /// Reads a field that is there with `read`, and puts its name on whatever that complains of.
    fn value<'a, T>(&'a self, field: &'static str, read: impl FnOnce(&'a Value) -> Result<T, Problem>) -> Field<T> {
        match self.0.get(field) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => read(value).map(Some).map_err(|problem| IntakeError::Field { field, problem }),
        }
    }

    /// An identifier or a machine word.
    fn id(&self, field: &'static str) -> Field<String> {
        self.value(field, |value| {
            let text = value.as_str().ok_or(Problem::WrongKind)?;
            if text.len() > MAX_ID_BYTES {
                return Err(Problem::TooLong);
            }
            let is_plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
            (is_plain && !text.is_empty()).then(|| text.to_owned()).ok_or(Problem::BadCharacters)
        })
    }

    /// A name for people; numbers are taken as well, since clients send ids in place of names.
    fn text(&self, field: &'static str) -> Field<String> {
        self.value(field, |value| {
            let text = match value {
                Value::String(text) => text.trim().to_owned(),
                Value::Number(number) => number.to_string(),
                _ => return Err(Problem::WrongKind),
            };
            if text.chars().count() > MAX_TEXT_CHARS {
                return Err(Problem::TooLong);
            }
            if text.chars().any(char::is_control) {
                return Err(Problem::BadCharacters);
            }
            Ok(text)
        })
        .map(|text| text.filter(|text| !text.is_empty()))
    }

    /// A web address without credentials, query and fragment: mailed links carry tokens in them.
    fn address(&self, field: &'static str) -> Field<String> {
        self.value(field, |value| {
            let text = value.as_str().ok_or(Problem::WrongKind)?;
            if text.is_empty() {
                return Ok(None);
            }
            if text.len() > MAX_ADDRESS_BYTES {
                return Err(Problem::TooLong);
            }
            let url = Url::parse(text).map_err(|_| Problem::BadCharacters)?;
            if !matches!(url.scheme(), "http" | "https") {
                return Err(Problem::Unknown);
            }
            Ok(Some(format!("{}{}", url.origin().ascii_serialization(), url.path())))
        })
        .map(Option::flatten)
    }

    /// A path of our own API, without its query: api keys are sent there.
    fn path(&self, field: &'static str) -> Field<String> {
        self.value(field, |value| {
            let text = value.as_str().ok_or(Problem::WrongKind)?;
            if text.len() > MAX_ADDRESS_BYTES {
                return Err(Problem::TooLong);
            }
            let path = text.split(['?', '#']).next().unwrap_or_default();
            let is_path = path.starts_with('/') && path.bytes().all(|byte| byte.is_ascii_graphic());
            is_path.then(|| path.to_owned()).ok_or(Problem::BadCharacters)
        })
    }

    /// One of the values that the type lists.
    fn choice<T: DeserializeOwned>(&self, field: &'static str) -> Field<T> {
        self.value(field, |value| {
            let text = value.as_str().ok_or(Problem::WrongKind)?;
            serde_json::from_value(Value::from(text)).map_err(|_| Problem::Unknown)
        })
    }

    /// A whole number, also as text: ids come as either.
    fn whole<T: TryFrom<u64> + PartialOrd>(&self, field: &'static str, range: RangeInclusive<T>) -> Field<T> {
        self.value(field, |value| {
            let number = match value {
                Value::String(text) => text.parse().ok(),
                other => other.as_u64(),
            };
            let number = T::try_from(number.ok_or(Problem::WrongKind)?).map_err(|_| Problem::OutOfRange)?;
            range.contains(&number).then_some(number).ok_or(Problem::OutOfRange)
        })
    }

    fn seconds(&self, field: &'static str) -> Field<Duration> {
        self.value(field, |value| {
            let seconds = value.as_f64().ok_or(Problem::WrongKind)?;
            let time = Duration::try_from_secs_f64(seconds).map_err(|_| Problem::OutOfRange)?;
            (time <= MAX_VIEWING).then_some(time).ok_or(Problem::OutOfRange)
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::event::{StreamType, VideoEventKind};

    fn visit() -> Value {
        json!({ "profile": "key-1", "session_uuid": "0b9c", "event": "visit_page" })
    }

    fn with(mut body: Value, field: &str, value: Value) -> Vec<u8> {
        body[field] = value;
        body.to_string().into_bytes()
    }

    fn problem<T: std::fmt::Debug>(result: Result<T, IntakeError>) -> (&'static str, Problem) {
        match result.unwrap_err() {
            IntakeError::Field { field, problem } => (field, problem),
            other => panic!("{other}"),
        }
    }

    #[test]
    fn activities_are_read() {
        let body = json!({
            "profile": "key-1", "session_uuid": "0b9c", "event": "visit_page", "title": " Home ",
            "origin_url": "https://tv.example/games", "referrer": "",
        });
        assert_eq!(
            activity(body.to_string().as_bytes()).unwrap(),
            Activity {
                profile: "key-1".into(),
                session: "0b9c".into(),
                kind: ActivityKind::VisitPage { title: Some("Home".into()), referrer: None },
                origin_url: Some("https://tv.example/games".into()),
            }
        );
        let login = activity(&with(visit(), "event", json!("login"))).unwrap();
        assert_eq!(login.kind, ActivityKind::Login { method: None });
        let body = json!({
            "profile": "k", "session_uuid": "s", "event": "api_request", "path": "/api/profile?api_key=hunter2",
            "method": "GET", "status": 200, "duration_ms": 12,
        });
        let request = activity(body.to_string().as_bytes()).unwrap();
        let expected = ActivityKind::ApiRequest {
            path: Some("/api/profile".into()),
            method: Some("GET".into()),
            status: Some(200),
            took: Some(Duration::from_millis(12)),
        };
        assert_eq!(request.kind, expected);
    }

    #[test]
    fn a_video_event_is_the_first_frame_unless_it_says_otherwise() {
        let body = json!({ "video_view_uuid": "v", "stream_id": "42", "stream_type": "live" });
        let event = video_event(body.to_string().as_bytes()).unwrap();
        assert_eq!((event.stream_id, event.stream_type), (42, StreamType::Live));
        assert_eq!(event.kind, VideoEventKind::FirstFrame);
        let paused = video_event(&with(body, "event", json!("pause"))).unwrap();
        assert_eq!(paused.kind, VideoEventKind::Pause);
    }

    #[test]
    fn viewings_are_read() {
        let body = json!({ "viewing_time": 12.5, "category": 3, "sport": "Ice hockey", "gender": null, "school": "" });
        let viewing = viewing(body.to_string().as_bytes()).unwrap();
        assert_eq!(viewing.time, Duration::from_millis(12_500));
        assert_eq!(viewing.category.as_deref(), Some("3"));
        assert_eq!(viewing.sport.as_deref(), Some("Ice hockey"));
        assert_eq!((viewing.gender, viewing.school, viewing.league), (None, None, None));
    }

    /// T42: a client cannot speak for another user, nor add fields of its own.
    #[test]
    fn users_and_unknown_fields_of_the_body_are_ignored() {
        let plain = activity(visit().to_string().as_bytes()).unwrap();
        let mut body = visit();
        body["user_id"] = json!(7);
        body["user_email"] = json!("victim@example.com");
        body["extra"] = json!({ "deep": [1, 2, 3] });
        let spoofed = activity(body.to_string().as_bytes()).unwrap();
        assert_eq!(spoofed, plain);
        assert!(!format!("{spoofed:?}").contains("victim"));
    }

    /// T42: 8 kB and not a byte more.
    #[test]
    fn large_bodies_are_refused() {
        let mut body = visit().to_string();
        body.push_str(&" ".repeat(MAX_BODY_BYTES - body.len()));
        assert!(activity(body.as_bytes()).is_ok());
        body.push(' ');
        assert_eq!(activity(body.as_bytes()), Err(IntakeError::TooLarge));
    }

    /// T42: only what is on the list gets in.
    #[test]
    fn unknown_values_are_refused() {
        assert_eq!(problem(activity(&with(visit(), "event", json!("drop_table")))), ("event", Problem::Unknown));
        let video = json!({ "video_view_uuid": "v", "stream_id": 1, "stream_type": "vod" });
        let wrong = with(video.clone(), "stream_type", json!("vhs"));
        assert_eq!(problem(video_event(&wrong)), ("stream_type", Problem::Unknown));
        assert_eq!(problem(video_event(&with(video, "event", json!("explode")))), ("event", Problem::Unknown));
        let script = with(visit(), "origin_url", json!("javascript:alert(1)"));
        assert_eq!(problem(activity(&script)), ("origin_url", Problem::Unknown));
    }

    /// T42: every text has a length, every number a range.
    #[test]
    fn values_are_bounded() {
        for (field, value, expected) in [
            ("session_uuid", json!("x".repeat(65)), Problem::TooLong),
            ("session_uuid", json!("a b"), Problem::BadCharacters),
            ("session_uuid", json!(""), Problem::BadCharacters),
            ("session_uuid", json!(7), Problem::WrongKind),
            ("session_uuid", Value::Null, Problem::Missing),
            ("title", json!("é".repeat(121)), Problem::TooLong),
            ("title", json!("two\nlines"), Problem::BadCharacters),
            ("title", json!(["Home"]), Problem::WrongKind),
            ("origin_url", json!(format!("https://a/{}", "x".repeat(1_100))), Problem::TooLong),
            ("origin_url", json!("not an address"), Problem::BadCharacters),
        ] {
            assert_eq!(problem(activity(&with(visit(), field, value.clone()))), (field, expected), "{value}");
        }
        for (value, expected) in [
            (json!(-1), Problem::OutOfRange),
            (json!(86_401), Problem::OutOfRange),
            (json!(1e300), Problem::OutOfRange),
            (json!("12"), Problem::WrongKind),
        ] {
            let body = json!({ "viewing_time": value }).to_string();
            assert_eq!(problem(viewing(body.as_bytes())), ("viewing_time", expected), "{value}");
        }
    }

    #[test]
    fn addresses_lose_their_secrets() {
        let mailed = "https://user:hunter2@tv.example:8443/reset?signature=hunter2#hunter2";
        let visit = activity(&with(visit(), "origin_url", json!(mailed))).unwrap();
        assert_eq!(visit.origin_url.as_deref(), Some("https://tv.example:8443/reset"));
    }

    #[test]
    fn body_that_is_no_object_is_refused() {
        let deep = "[".repeat(5_000);
        for body in ["", "[]", "null", "\"visit_page\"", "{\"a\":", deep.as_str()] {
            assert_eq!(activity(body.as_bytes()), Err(IntakeError::NotAnObject), "{body}");
        }
    }

    proptest! {
        #[test]
        fn any_body_is_taken_or_refused_without_panic(body in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = (activity(&body), video_event(&body), viewing(&body));
        }
    }
}
