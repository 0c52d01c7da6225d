//! From when until when viewers see something: typed as local times, and shown in the channel's zone.

use domain::field_error::FieldErrors;
use domain::local_time::{LocalTime, ZonedTime};
use domain::site::Window;
use domain::time::Timestamp;
use serde_json::Value;

use crate::channels::snapshot::Snapshot;

const FIELDS: [&str; 2] = ["visible_from", "visible_until"];

/// A time that may be absent, and may be none.
pub(super) type Typed = Option<Option<LocalTime>>;

/// The moments that are meant, in seconds.
pub(super) fn window_of(from: Typed, until: Typed) -> Result<[Option<Option<i64>>; 2], FieldErrors> {
    let mut errors = FieldErrors::new();
    let mut moment = |field: &str, time: Typed| match time {
        Some(Some(time)) => match time.moment() {
            Ok(at) => Some(Some(at.seconds())),
            Err(error) => {
                errors.insert(field.to_owned(), vec![error]);
                None
            }
        },
        Some(None) => Some(None),
        None => None,
    };
    let moments = [moment(FIELDS[0], from), moment(FIELDS[1], until)];
    if errors.is_empty() { Ok(moments) } else { Err(errors) }
}

pub(super) fn shown_window(window: Window, channel: &Snapshot) -> [Option<ZonedTime>; 2] {
    [window.from, window.until].map(|at| at.map(|at| ZonedTime::of(at, &channel.profile.time_zone)))
}

/// The fields of a revision with the times as they are shown.
pub(super) fn body_with_window(mut body: Value, channel: &Snapshot) -> Value {
    for field in FIELDS {
        let at = body.get(field).and_then(Value::as_i64).map(Timestamp::from_seconds);
        if let Some(at) = at {
            // Texts and numbers always serialise.
            body[field] = serde_json::to_value(ZonedTime::of(at, &channel.profile.time_zone)).unwrap_or_default();
        }
    }
    body
}
