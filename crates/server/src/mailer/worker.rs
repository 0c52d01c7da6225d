//! Sends mails and deletes old ones. No request waits for it: mails are queued in the transaction of their cause, and an
//! unavailable mail server only delays them.

use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use domain::time::Timestamp;
use mail::{Outgoing, SendError, Smtp};
use store::{Failed, Job, JobKind, Mail, MailState, Store};

use crate::channels::snapshot::{Channels, Snapshot};
use crate::clock::Clock;
use crate::workers::{JobHandler, JobPolicy, Next};

/// Longer than a try takes, so that a slow mail server does not get a mail twice while the database is away.
const LEASE: Duration = Duration::from_secs(2 * 60);
pub(crate) const SWEEP_INTERVAL: Duration = Duration::from_secs(60 * 60);

#[derive(Clone)]
pub(crate) struct MailWorker {
    pub(crate) store: Store,
    pub(crate) channels: Arc<Channels>,
    /// Without one, mails are kept for the operator to read.
    pub(crate) smtp: Option<Smtp>,
    /// The sender, when it is not the channel's own.
    pub(crate) from: Option<String>,
    pub(crate) clock: Clock,
}

impl JobHandler for MailWorker {
    fn policy(&self) -> JobPolicy {
        JobPolicy { concurrency: 4, ..JobPolicy::new(JobKind::SendMail, LEASE) }
    }

    async fn is_ready(&self) -> bool {
        if self.smtp.is_none() {
            if let Err(cause) = self.store.mails_keep().await {
                tracing::debug!(%cause, "cannot keep mails for the operator");
            }
            return false;
        }
        if let Ok(waiting) = self.store.jobs_count(JobKind::SendMail).await {
            metrics::gauge!("touchline_mails_waiting").set(waiting as f64);
        }
        true
    }

    async fn run(&self, job: Job) -> store::Result<Next> {
        let Some(mail) = self.store.mail_of(&job).await?.filter(|mail| mail.state == MailState::Waiting) else {
            // Erased with its owner, or sent by a server whose lease had ended.
            return Ok(Next::Done);
        };
        let about = About::of(&mail);
        let sent = match (&self.smtp, self.outgoing(&job, mail).await?) {
            (Some(smtp), Some(outgoing)) => smtp.send(&outgoing).await,
            (None, _) => return Ok(Next::Retry("there is no mail server".into())),
            (_, None) => Err(SendError { permanent: true, problem: "the channel is gone".into() }),
        };
        match sent {
            Ok(()) => {
                metrics::counter!("touchline_mails_sent_total").increment(1);
                tracing::info!(mail = about.id, kind = about.kind, "mail sent");
                self.store.mail_sent(job, self.clock.now()).await?;
                Ok(Next::Stored)
            }
            Err(failed) => self.not_sent(job, about, failed).await,
        }
    }

    async fn give_up(&self, job: Job) -> store::Result<Next> {
        let Some(mail) = self.store.mail_of(&job).await? else { return Ok(Next::Done) };
        let failed = SendError { permanent: true, problem: "the server ended during every try".into() };
        self.not_sent(job, About::of(&mail), failed).await
    }
}

/// The address that the channel's mails come from, unless the settings name one.
pub(crate) fn sender(channel: &Snapshot, from: Option<&str>) -> String {
    let host = channel.identity.hosts.first().map_or("localhost", String::as_str);
    from.map_or_else(|| format!("noreply@{host}"), str::to_owned)
}

/// What is known of a mail once it is on its way.
struct About {
    id: i64,
    kind: String,
    text: String,
    shown_text: String,
}

impl About {
    fn of(mail: &Mail) -> Self {
        Self { id: mail.id, kind: mail.kind.clone(), text: mail.text.clone(), shown_text: mail.shown_text.clone() }
    }
}

impl MailWorker {
    async fn not_sent(&self, job: Job, mail: About, failed: SendError) -> store::Result<Next> {
        // It is logged and shown to operators, and some servers repeat what they were sent.
        let problem = mail::without_secrets_of(&failed.problem, &mail.text, &mail.shown_text);
        let (id, kind, now) = (mail.id, mail.kind, self.clock.now());
        match self.store.mail_not_sent(job, problem.clone(), failed.permanent, now).await? {
            Failed::Again(at) => {
                let seconds = (at.0 - now.0) / Timestamp::SECOND;
                tracing::warn!(mail = id, kind, problem, seconds, "mail failed, will retry");
            }
            Failed::Dead => {
                metrics::counter!("touchline_mails_failed_total").increment(1);
                tracing::error!(mail = id, kind, problem, "mail failed, gave up");
            }
            Failed::Lost => {}
        }
        Ok(Next::Stored)
    }

    /// The mail with its channel's sender; `None` if the channel was erased.
    async fn outgoing(&self, job: &Job, mail: Mail) -> store::Result<Option<Outgoing>> {
        let channel = self.channels.even_deleted(&self.store, job.channel, self.clock.now()).await?;
        let Some(channel) = channel else { return Ok(None) };
        let written = Duration::from_millis(mail.created_at.0.try_into().unwrap_or_default());
        Ok(Some(Outgoing {
            id: format!("{}.{}", mail.id, mail.created_at.0),
            from_name: channel.profile.name.clone(),
            from: sender(&channel, self.from.as_deref()),
            to: mail.recipient,
            subject: mail.subject,
            text: mail.text,
            html: mail.html,
            written: UNIX_EPOCH + written,
        }))
    }

    /// Deletes expired mails, one-time tokens, invitations and operator sessions; a failure is made up for by the next round.
    pub(crate) async fn sweep(&self) {
        let now = self.clock.now();
        let swept = async {
            self.store.mails_drop_old(now).await?;
            self.store.one_time_tokens_drop_old(now).await?;
            self.store.invitations_drop_old(now).await?;
            self.store.operator_sessions_drop_old(now).await
        };
        if let Err(cause) = swept.await {
            tracing::warn!(%cause, "cannot delete expired mails and tokens");
        }
    }
}
