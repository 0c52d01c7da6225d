//! Sends a test mail to an operator and says what the mail server made of it.

use std::time::{Duration, Instant, UNIX_EPOCH};

use domain::checklist::{CheckOutcome, CheckResult};
use domain::operator::Operator;
use domain::time::Timestamp;
use mail::{Letter, Outgoing, Smtp};
use store::Store;

use super::email::{Mailer, Recipient};
use crate::channels::snapshot::Snapshot;
use crate::http::error::Result;

/// The operator waits for it.
const PATIENCE: Duration = Duration::from_secs(15);

/// How mails leave this server.
pub(crate) struct MailWay {
    pub(crate) smtp: Option<Smtp>,
    /// The sender, when it is not the channel's own.
    pub(crate) from: Option<String>,
    /// Whether the server shows mails to developers in place of a mail server.
    pub(crate) keeps_mails: bool,
}

impl MailWay {
    /// Where mails are handed to; absent without a mail server.
    pub(crate) fn place(&self) -> Option<String> {
        self.smtp.as_ref().map(Smtp::place)
    }

    /// The sender of a channel's mails.
    pub(crate) fn sender(&self, channel: &Snapshot) -> String {
        let host = channel.identity.hosts.first().map_or("localhost", String::as_str);
        self.from.clone().unwrap_or_else(|| format!("noreply@{host}"))
    }

    pub(crate) async fn test(
        &self,
        store: &Store,
        mailer: Mailer,
        channel: &Snapshot,
        to: &Operator,
        now: Timestamp,
    ) -> Result<CheckResult> {
        let recipient = Recipient { account: None, email: &to.email, name: &to.name, language: None };
        let mail = mailer.write(channel, recipient, &Letter::Test);
        let result = |outcome, place, said, took: Duration| CheckResult {
            at: now,
            outcome,
            took_ms: took.as_millis().try_into().unwrap_or(u64::MAX),
            place,
            said,
        };
        let Some(smtp) = &self.smtp else {
            if !self.keeps_mails {
                return Ok(result(CheckOutcome::MailNotConfigured, String::new(), String::new(), Duration::ZERO));
            }
            let began = Instant::now();
            store.mail_queue(channel.identity.id, mail, now).await?;
            return Ok(result(CheckOutcome::MailKept, "/dev/mail".to_owned(), String::new(), began.elapsed()));
        };
        let outgoing = Outgoing {
            id: format!("test.{}.{}", channel.identity.id, now.0),
            from_name: channel.profile.name.clone(),
            from: self.sender(channel),
            to: mail.recipient,
            subject: mail.subject,
            text: mail.text,
            html: mail.html,
            written: UNIX_EPOCH + Duration::from_millis(now.0.try_into().unwrap_or_default()),
        };
        let began = Instant::now();
        let sent = smtp.clone().within(PATIENCE).send(&outgoing).await;
        let (outcome, said) = match sent {
            Ok(()) => (CheckOutcome::MailAccepted, String::new()),
            Err(cause) => (CheckOutcome::MailRefused, cause.problem),
        };
        Ok(result(outcome, smtp.place(), said, began.elapsed()))
    }
}
