//! Sends a mail at once, to learn what the mail server says of it. It is not queued and not kept.

use std::time::{Duration, UNIX_EPOCH};

use domain::time::Timestamp;
use mail::{Outgoing, Rendered, SendError, Smtp};
use rand::RngExt;

use super::worker::sender;
use crate::channels::snapshot::Snapshot;

/// An operator waits for it.
const TEST_MAIL_TIMEOUT: Duration = Duration::from_secs(15);

/// What became of a mail.
pub(crate) enum TestOutcome {
    Accepted,
    Failed(SendError),
    NoServer,
}

impl TestOutcome {
    pub(crate) fn problem(&self) -> Option<String> {
        match self {
            Self::Failed(error) => Some(error.problem.clone()),
            Self::Accepted | Self::NoServer => None,
        }
    }
}

pub(crate) struct TestMails {
    smtp: Option<Smtp>,
    from: Option<String>,
}

impl TestMails {
    pub(crate) fn new(smtp: Option<Smtp>, from: Option<String>) -> Self {
        Self { smtp: smtp.map(|smtp| smtp.within(TEST_MAIL_TIMEOUT)), from }
    }

    /// Where the mail server is, for people.
    pub(crate) fn server(&self) -> Option<String> {
        self.smtp.as_ref().map(Smtp::place)
    }

    pub(crate) async fn send(&self, channel: &Snapshot, to: &str, mail: Rendered, now: Timestamp) -> TestOutcome {
        let Some(smtp) = &self.smtp else { return TestOutcome::NoServer };
        let id: u128 = rand::rng().random();
        let outgoing = Outgoing {
            id: format!("test.{id:032x}"),
            from_name: channel.profile.name.clone(),
            from: sender(channel, self.from.as_deref()),
            to: to.to_owned(),
            subject: mail.subject,
            text: mail.text,
            html: mail.html,
            written: UNIX_EPOCH + Duration::from_millis(now.0.try_into().unwrap_or_default()),
        };
        match smtp.send(&outgoing).await {
            Ok(()) => TestOutcome::Accepted,
            Err(failed) => TestOutcome::Failed(failed),
        }
    }
}
