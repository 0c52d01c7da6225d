//! Whether the database accepts writes.

use std::time::{Duration, Instant};

use store::Store;
use tokio::sync::Mutex;

use crate::http::error::Result;

/// A database that takes longer than this to say anything counts as away.
const TIMEOUT: Duration = Duration::from_secs(1);
/// For how long what was seen is believed.
const FOR: Duration = Duration::from_secs(1);

/// The last result of the database check. It is shared for a second, because anyone may ask and each check writes.
#[derive(Default)]
pub(crate) struct Readiness(Mutex<Option<(Instant, Option<String>)>>);

impl Readiness {
    pub(crate) async fn check(&self, store: &Store) -> Result<()> {
        let mut last = self.0.lock().await;
        if last.as_ref().is_none_or(|(at, _)| at.elapsed() >= FOR) {
            let problem = match tokio::time::timeout(TIMEOUT, store.check()).await {
                Ok(checked) => checked.err().map(|cause| cause.to_string()),
                Err(_) => Some("timed out".into()),
            };
            *last = Some((Instant::now(), problem));
        }
        match last.as_ref().and_then(|(_, problem)| problem.clone()) {
            Some(problem) => Err(store::Error::Unavailable(problem).into()),
            None => Ok(()),
        }
    }
}
