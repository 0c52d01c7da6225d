//! Sends a mail at once, to learn what the mail server says of it. It is not queued and not kept.

use std::time::{Duration, Instant, UNIX_EPOCH};

use domain::checklist::{CheckOutcome, CheckResult};
use domain::operator::Operator;
use domain::time::Timestamp;
use mail::{Letter, Outgoing, Rendered, SendError, Smtp};
use rand::RngExt;
use store::Store;

use super::email::{Mailer, Recipient};
use super::worker::sender;
use crate::channels::snapshot::Snapshot;
use crate::http::error::Result;

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
    /// Whether the server shows mails to developers in place of a mail server.
    keeps_mails: bool,
}

impl TestMails {
    pub(crate) fn new(smtp: Option<Smtp>, from: Option<String>, keeps_mails: bool) -> Self {
        let keeps_mails = keeps_mails && smtp.is_none();
        Self { smtp: smtp.map(|smtp| smtp.within(TEST_MAIL_TIMEOUT)), from, keeps_mails }
    }

    /// Where the mail server is, for people.
    pub(crate) fn server(&self) -> Option<String> {
        self.smtp.as_ref().map(Smtp::place)
    }

    /// Whether mails are shown here in place of being sent.
    pub(crate) fn is_kept_here(&self) -> bool {
        self.keeps_mails
    }

    /// The sender of a channel's mails.
    pub(crate) fn sender(&self, channel: &Snapshot) -> String {
        sender(channel, self.from.as_deref())
    }

    pub(crate) async fn send(&self, channel: &Snapshot, to: &str, mail: Rendered, now: Timestamp) -> TestOutcome {
        let Some(smtp) = &self.smtp else { return TestOutcome::NoServer };
        let id: u128 = rand::rng().random();
        let outgoing = Outgoing {
            id: format!("test.{id:032x}"),
            from_name: channel.profile.name.clone(),
            from: self.sender(channel),
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

    /// Whether mails leave this server, for the checklist.
    pub(crate) async fn check(
        &self,
        store: &Store,
        mailer: Mailer,
        channel: &Snapshot,
        to: &Operator,
        now: Timestamp,
    ) -> Result<CheckResult> {
        let recipient = Recipient { account: None, email: &to.email, name: &to.name, language: None };
        let mail = mailer.write(channel, recipient, &Letter::Test);
        let began = Instant::now();
        let (outcome, target, response) = if self.keeps_mails {
            store.mail_queue(channel.identity.id, mail, now).await?;
            (CheckOutcome::MailKept, "/dev/mail".to_owned(), String::new())
        } else {
            let rendered = Rendered { subject: mail.subject, text: mail.text, html: mail.html };
            let target = self.server().unwrap_or_default();
            match self.send(channel, &to.email, rendered, now).await {
                TestOutcome::Accepted => (CheckOutcome::MailAccepted, target, String::new()),
                TestOutcome::Failed(cause) => (CheckOutcome::MailRefused, target, cause.problem),
                TestOutcome::NoServer => (CheckOutcome::MailNotConfigured, target, String::new()),
            }
        };
        let took_ms = began.elapsed().as_millis().try_into().unwrap_or(u64::MAX);
        Ok(CheckResult { at: now, outcome, took_ms, target, response })
    }
}
