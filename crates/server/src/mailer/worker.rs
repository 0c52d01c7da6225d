//! The task that sends mail, and forgets what is old. Nobody waits for it: mails are queued with their cause, and a mail
//! server that is away, slow or unwilling makes them later and nothing else.

use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use domain::time::Timestamp;
use mail::{Outgoing, SendError, Smtp};
use store::{Failed, Job, JobKind, Mail, MailState, Store, TRIES};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior};

use crate::channels::snapshot::Channels;
use crate::clock::now;

/// Mails on their way at the same time.
const AT_ONCE: usize = 4;
/// Other servers' mails, and those whose time has come, are looked for this often; one of this server wakes the task.
const EVERY: Duration = Duration::from_secs(2);
/// Longer than any try takes: a server that ends in the middle of one holds its mail up for so long.
const LEASE: i64 = 2 * Timestamp::MINUTE;
const SWEEP_EVERY: Duration = Duration::from_secs(60 * 60);

#[derive(Clone)]
pub(crate) struct MailWorker {
    pub(crate) store: Store,
    pub(crate) channels: Arc<Channels>,
    /// Without one, mails are kept for the operator to read.
    pub(crate) smtp: Option<Smtp>,
    /// The sender, when it is not the channel's own.
    pub(crate) from: Option<String>,
}

impl MailWorker {
    /// Sends until `stop` says so, then lets what is on its way arrive, for `grace` at most.
    pub(crate) async fn run(self, mut stop: watch::Receiver<bool>, grace: Duration) {
        let mut queued = self.store.queued_jobs();
        let mut sending = JoinSet::new();
        let mut sweeps = tokio::time::interval(SWEEP_EVERY);
        sweeps.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut away = false;
        loop {
            match self.take_up(&mut sending).await {
                Ok(()) => away = false,
                Err(cause) if !away => {
                    away = true;
                    tracing::warn!(%cause, "no mail is sent while the database is away");
                }
                Err(_) => {}
            }
            tokio::select! {
                () = told_to(&mut stop) => break,
                Some(_) = sending.join_next() => {}
                // The store lives as long as this task: there is always somebody to tell of a new mail.
                _ = queued.changed() => {}
                () = tokio::time::sleep(EVERY) => {}
                _ = sweeps.tick() => self.sweep().await,
            }
        }
        let end = Instant::now() + grace;
        while tokio::time::timeout_at(end, sending.join_next()).await.is_ok_and(|done| done.is_some()) {}
    }

    /// Claims as many mails as may be on their way.
    async fn take_up(&self, sending: &mut JoinSet<()>) -> store::Result<()> {
        let Some(smtp) = &self.smtp else {
            self.store.keep_mails().await?;
            return Ok(());
        };
        while sending.len() < AT_ONCE
            && let Some(job) = self.store.claim_job(JobKind::SendMail, LEASE, now()).await?
        {
            let (post, smtp) = (self.clone(), smtp.clone());
            sending.spawn(async move {
                let id = job.id;
                if let Err(cause) = post.send(&smtp, job).await {
                    // Its lease runs out, and it is tried again.
                    tracing::warn!(%cause, job = id, "what became of a mail could not be written down");
                }
            });
        }
        metrics::gauge!("touchline_mails_waiting").set(self.store.count_jobs(JobKind::SendMail).await? as f64);
        Ok(())
    }

    async fn send(&self, smtp: &Smtp, job: Job) -> store::Result<()> {
        let Some(mail) = self.store.mail_of(&job).await?.filter(|mail| mail.state == MailState::Waiting) else {
            // Erased with its owner, or sent by somebody whose lease had ended.
            return self.store.drop_job(job).await;
        };
        let (id, kind) = (mail.id, mail.kind.clone());
        let (text, shown) = (mail.text.clone(), mail.shown_text.clone());
        let sent = if job.attempts > TRIES {
            Err(SendError { permanent: true, problem: "the server ended during every try".into() })
        } else {
            match self.outgoing(&job, mail) {
                Some(outgoing) => smtp.send(&outgoing).await,
                None => Err(SendError { permanent: true, problem: "the channel is gone".into() }),
            }
        };
        let Err(failed) = sent else {
            metrics::counter!("touchline_mails_sent_total").increment(1);
            tracing::info!(mail = id, kind, "sent a mail");
            return self.store.mail_was_sent(job, now()).await;
        };
        // It is logged and shown to operators, and some servers repeat what they were sent.
        let problem = mail::without_secrets_of(&failed.problem, &text, &shown);
        match self.store.mail_was_not_sent(job, problem.clone(), failed.permanent, now()).await? {
            Failed::Again(at) => {
                let seconds = (at.0 - now().0) / Timestamp::SECOND;
                tracing::warn!(mail = id, kind, problem, seconds, "a mail is tried again later");
            }
            Failed::Dead => {
                metrics::counter!("touchline_mails_failed_total").increment(1);
                tracing::error!(mail = id, kind, problem, "a mail was given up");
            }
            Failed::Lost => {}
        }
        Ok(())
    }

    /// The mail from its channel; `None` when there is no such channel any more.
    fn outgoing(&self, job: &Job, mail: Mail) -> Option<Outgoing> {
        let channel = self.channels.by_id(job.channel)?;
        let host = channel.identity.hosts.first().map_or("localhost", String::as_str);
        let written = Duration::from_millis(mail.created_at.0.try_into().unwrap_or_default());
        Some(Outgoing {
            id: format!("{}.{}", mail.id, mail.created_at.0),
            from_name: channel.profile.name.clone(),
            from: self.from.clone().unwrap_or_else(|| format!("noreply@{host}")),
            to: mail.recipient,
            subject: mail.subject,
            text: mail.text,
            html: mail.html,
            written: UNIX_EPOCH + written,
        })
    }

    /// Forgets mails, tickets and operators' sessions after their time; what fails is done the next time.
    async fn sweep(&self) {
        let swept = async {
            self.store.drop_old_mails(now()).await?;
            self.store.drop_old_tickets(now()).await?;
            self.store.drop_old_operator_sessions(now()).await
        };
        if let Err(cause) = swept.await {
            tracing::warn!(%cause, "old mails and tickets could not be dropped");
        }
    }
}

async fn told_to(stop: &mut watch::Receiver<bool>) {
    // The sender is gone when the server is: that is a stop too.
    let _ = stop.wait_for(|stop| *stop).await;
}
