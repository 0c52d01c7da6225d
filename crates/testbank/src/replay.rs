//! Answers that are given again: a request with a known `Idempotency-Key` does nothing twice.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::error::ApiError;
use crate::state::State;
use crate::state::table::Row;

/// How long an answer is kept, in milliseconds of the machine's clock.
const KEPT: i64 = 24 * 3_600 * 1_000;
/// Answers that are kept; the oldest go first.
const MAX_ANSWERS: usize = 50_000;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Replay {
    /// The caller's key, with the kind of its secret before it.
    pub id: String,
    pub at: i64,
    /// Of method, path and parameters: the parameters themselves may hold a card's number.
    pub print: String,
    pub status: u16,
    pub request: String,
    pub body: Value,
}

impl Row for Replay {
    const OBJECT: &'static str = "replay";
    const NAME: &'static str = "idempotency key";
    fn id(&self) -> &str {
        &self.id
    }
}

pub fn print(method: &str, path: &str, form: &[u8]) -> String {
    let digest =
        Sha256::new().chain_update(method).chain_update("\n").chain_update(path).chain_update("\n").chain_update(form);
    digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The answer that was given before, if it was to the same question.
pub fn find(state: &State, id: &str, print: &str) -> Result<Option<Replay>, ApiError> {
    match state.replays.get(id).filter(|replay| replay.at + KEPT > state.wall) {
        Some(replay) if replay.print != print => Err(ApiError::new(
            400,
            "idempotency_error",
            "Keys for idempotent requests can only be used with the same parameters they were first used with.",
        )),
        replay => Ok(replay.cloned()),
    }
}

/// Keeps an answer in the same transaction as what it tells of.
pub fn keep(state: &mut State, replay: Replay) {
    // One is too old or one too many at a time, since one is added at a time.
    if let Some(oldest) = state.replays.oldest()
        && (oldest.at + KEPT <= state.wall || state.replays.len() >= MAX_ANSWERS)
    {
        let oldest = oldest.id.clone();
        state.replays.remove(&oldest);
    }
    state.replays.put(replay);
}
