//! Clocks: one for the whole bank, and Stripe's own for single customers.

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Answer, Call, PAGE, billing, page};
use crate::error::ApiError;
use crate::state::State;
use crate::state::table::{Row, wire};

/// As far as a clock may be moved at once: renewals on the way are all worked off.
const FARTHEST: i64 = 5 * 366 * 86_400;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TestClock {
    pub id: String,
    pub created: i64,
    pub deletes_after: i64,
    pub frozen_time: i64,
    pub name: Option<String>,
    pub status: String,
}

impl Row for TestClock {
    const OBJECT: &'static str = "test_helpers.test_clock";
    const NAME: &'static str = "test_clock";
    fn id(&self) -> &str {
        &self.id
    }
}

/// `POST /v1/test_helpers/test_clocks`
pub fn create(state: &mut State, call: &Call) -> Answer {
    call.params.only(&["frozen_time", "name"])?;
    let frozen_time = call.params.int("frozen_time")?.ok_or_else(|| ApiError::missing_param("frozen_time"))?;
    if !(0..=4_102_444_800).contains(&frozen_time) {
        return Err(ApiError::param("frozen_time", "Invalid timestamp"));
    }
    let clock = TestClock {
        id: state.id("clock_"),
        created: state.now,
        deletes_after: state.now + 30 * 86_400,
        frozen_time,
        name: call.params.text("name")?,
        status: "ready".into(),
    };
    state.test_clocks.put(clock.clone());
    state.emit("test_helpers.test_clock.created", wire(&clock));
    Ok(wire(&clock))
}

/// `POST /v1/test_helpers/test_clocks/:id/advance`
pub fn advance(state: &mut State, call: &Call) -> Answer {
    call.params.only(&["frozen_time"])?;
    let mut clock = state.test_clocks.need(&call.id, "id")?;
    let to = call.params.int("frozen_time")?.ok_or_else(|| ApiError::missing_param("frozen_time"))?;
    if to < clock.frozen_time || to > clock.frozen_time + FARTHEST {
        return Err(ApiError::param("frozen_time", "A clock moves forward, by five years at most."));
    }
    clock.frozen_time = to;
    state.test_clocks.put(clock.clone());
    let mut followers: Vec<_> = state
        .subscriptions
        .newest()
        .filter(|sub| sub.test_clock.as_ref() == Some(&clock.id))
        .map(|sub| sub.id.clone())
        .collect();
    followers.reverse();
    for id in followers {
        billing::catch_up(state, &id, to);
    }
    state.emit("test_helpers.test_clock.ready", wire(&clock));
    Ok(wire(&clock))
}

/// `GET /v1/test_helpers/test_clocks/:id`
pub fn retrieve(state: &mut State, call: &Call) -> Answer {
    state.test_clocks.need(&call.id, "id").map(|clock| wire(&clock))
}

/// `GET /v1/test_helpers/test_clocks`
pub fn list(state: &mut State, call: &Call) -> Answer {
    call.params.only(&PAGE)?;
    page(state.test_clocks.newest(), call)
}

/// `GET /v1/testbank/clock`
pub fn bank_time(state: &mut State, _: &Call) -> Answer {
    Ok(json!({ "object": "testbank.clock", "now": state.now, "ahead": state.settings().ahead }))
}

/// `POST /v1/testbank/clock` with `now` or `advance` in seconds: moves the time of the whole bank on.
pub fn move_bank(state: &mut State, call: &Call) -> Answer {
    call.params.only(&["now", "advance"])?;
    let to = match (call.params.int("now")?, call.params.int("advance")?) {
        (Some(to), None) => to,
        (None, Some(by)) => state.now.saturating_add(by),
        _ => return Err(ApiError::missing_param("advance")),
    };
    if to < state.now || to > state.now + FARTHEST {
        return Err(ApiError::param("now", "The clock moves forward, by five years at most."));
    }
    let mut settings = state.settings();
    settings.ahead = to - state.wall / 1_000;
    state.settings.put(settings);
    state.now = to;
    billing::run_due(state);
    bank_time(state, call)
}
