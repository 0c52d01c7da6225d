//! Mails: queued in the transaction of their cause and sent afterwards.

use domain::ids::{AccountId, ChannelId};
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::sea_query::{Expr, ExprTrait, Func};
use sea_orm::{ColumnTrait, Condition, DatabaseTransaction, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde::{Deserialize, Serialize};

use crate::entities::mail::mails;
use crate::enum_text::{from_json, from_word, json, word};
use crate::jobs::{self, Failed, Job, JobKind};
use crate::{Result, Store};

/// For how long a mail's recipient and subject are kept, in milliseconds.
const MAIL_LIFE: i64 = 30 * Timestamp::DAY;

/// A mail to be sent.
#[derive(Clone, Debug)]
pub struct NewMail {
    /// The account of the recipient, so that it is erased with it; absent for a mail to a person without an account.
    pub account: Option<AccountId>,
    /// A word for what the mail is about.
    pub kind: &'static str,
    pub recipient: String,
    pub subject: String,
    /// With the links and codes that are for the recipient alone.
    pub text: String,
    pub html: String,
    /// The same without them, for operators.
    pub shown_text: String,
    pub shown_html: String,
}

/// The state of a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MailState {
    Waiting,
    /// Its text is forgotten: it holds links.
    Sent,
    /// Given up; its problem says why.
    Failed,
    /// There is no mail server: it stays here, for the operator to read.
    Kept,
}

/// A mail as it is sent, with its links and codes: for the mail server, and for nobody's eyes but the recipient's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mail {
    pub id: i64,
    pub kind: String,
    pub recipient: String,
    pub subject: String,
    pub text: String,
    pub html: String,
    /// Without links and codes.
    pub shown_text: String,
    pub state: MailState,
    pub problem: Option<String>,
    pub created_at: Timestamp,
    pub sent_at: Option<Timestamp>,
}

/// What a job to send a mail knows.
#[derive(Serialize, Deserialize)]
pub(crate) struct SendMail {
    pub(crate) mail: i64,
}

impl Store {
    pub async fn mail_queue(&self, channel: ChannelId, mail: NewMail, now: Timestamp) -> Result<()> {
        self.write(move |transaction| {
            let mail = mail.clone();
            Box::pin(async move { queue(transaction, channel, &mail, now).await })
        })
        .await
    }

    /// Ends a job whose work is to send a mail: the mail is queued in the same step, so that it is written once.
    pub async fn job_done_with_mail(&self, job: Job, mail: NewMail, now: Timestamp) -> Result<()> {
        self.write(move |transaction| {
            let (job, mail) = (job.clone(), mail.clone());
            Box::pin(async move {
                if jobs::finish(transaction, &job).await? {
                    queue(transaction, job.channel, &mail, now).await?;
                }
                Ok(())
            })
        })
        .await
    }

    /// The channel's newest mails, all or those to one address.
    pub async fn mails(&self, channel: ChannelId, to: Option<&str>, limit: u64) -> Result<Vec<Mail>> {
        let of_recipient = to.map(|to| Func::lower(Expr::col(mails::Column::Recipient)).eq(to.to_lowercase()));
        let found = mails::Entity::find()
            .filter(mails::Column::ChannelId.eq(channel.0))
            .filter(of_recipient.into_iter().fold(Condition::all(), Condition::add))
            .order_by_desc(mails::Column::Id)
            .limit(limit);
        found.all(self.read()).await?.into_iter().map(Mail::try_from).collect()
    }

    pub async fn mail(&self, channel: ChannelId, id: i64) -> Result<Option<Mail>> {
        mails::Entity::find().filter(this(channel, id)).one(self.read()).await?.map(Mail::try_from).transpose()
    }

    /// The mail that a job is to send; `None` when it was erased in the meantime.
    pub async fn mail_of(&self, job: &Job) -> Result<Option<Mail>> {
        self.mail(job.channel, mail_id(job)?).await
    }

    /// The mail server has taken the mail: its text is forgotten, since it holds links.
    pub async fn mail_sent(&self, job: Job, now: Timestamp) -> Result<()> {
        self.write(move |transaction| {
            let job = job.clone();
            Box::pin(async move {
                jobs::finish(transaction, &job).await?;
                mails::Entity::update_many()
                    .col_expr(mails::Column::State, Expr::value(word(&MailState::Sent)?))
                    .col_expr(mails::Column::SentAt, Expr::value(now.0))
                    .col_expr(mails::Column::Problem, Expr::value(None::<String>))
                    .col_expr(mails::Column::Text, Expr::value(""))
                    .col_expr(mails::Column::Html, Expr::value(""))
                    .col_expr(mails::Column::ShownText, Expr::value(""))
                    .col_expr(mails::Column::ShownHtml, Expr::value(""))
                    .filter(this(job.channel, mail_id(&job)?))
                    .exec(transaction)
                    .await?;
                Ok(())
            })
        })
        .await
    }

    /// The mail was not sent: it is tried again later or, when that is of no use or was tried often enough, given up.
    pub async fn mail_not_sent(&self, job: Job, problem: String, for_good: bool, now: Timestamp) -> Result<Failed> {
        self.write(move |transaction| {
            let (job, problem) = (job.clone(), problem.clone());
            Box::pin(async move {
                let failed = jobs::fail(transaction, &job, &problem, for_good, now).await?;
                let mut update =
                    mails::Entity::update_many().col_expr(mails::Column::Problem, Expr::value(problem.as_str()));
                match failed {
                    Failed::Lost => return Ok(failed),
                    Failed::Again(_) => {}
                    Failed::Dead => {
                        update = update.col_expr(mails::Column::State, Expr::value(word(&MailState::Failed)?));
                    }
                }
                update.filter(this(job.channel, mail_id(&job)?)).exec(transaction).await?;
                Ok(failed)
            })
        })
        .await
    }

    /// Without a mail server: what waits stays where it is, and nothing is left to do. True when there was something.
    pub async fn mails_keep(&self) -> Result<bool> {
        let waiting = mails::Column::State.eq(word(&MailState::Waiting)?);
        if mails::Entity::find().filter(waiting.clone()).limit(1).one(self.read()).await?.is_none() {
            return Ok(false);
        }
        self.write(move |transaction| {
            let waiting = waiting.clone();
            Box::pin(async move {
                mails::Entity::update_many()
                    .col_expr(mails::Column::State, Expr::value(word(&MailState::Kept)?))
                    .filter(waiting)
                    .exec(transaction)
                    .await?;
                jobs::withdraw(transaction, JobKind::SendMail).await?;
                Ok(true)
            })
        })
        .await
    }

    /// Forgets mails, and what was given up, after their time.
    pub async fn mails_drop_old(&self, now: Timestamp) -> Result<u64> {
        self.write(move |transaction| {
            Box::pin(async move {
                let before = now.plus(-MAIL_LIFE);
                jobs::drop_dead(transaction, before).await?;
                let old = mails::Entity::delete_many().filter(mails::Column::CreatedAt.lt(before.0));
                Ok(old.exec(transaction).await?.rows_affected)
            })
        })
        .await
    }
}

/// Queues a mail as part of the step that gives cause for it.
pub(crate) async fn queue(tx: &DatabaseTransaction, channel: ChannelId, mail: &NewMail, now: Timestamp) -> Result<()> {
    let row = mails::ActiveModel {
        id: NotSet,
        channel_id: Set(channel.0),
        account_id: Set(mail.account.map(|id| id.0)),
        kind: Set(mail.kind.to_owned()),
        recipient: Set(mail.recipient.clone()),
        subject: Set(mail.subject.clone()),
        text: Set(mail.text.clone()),
        html: Set(mail.html.clone()),
        shown_text: Set(mail.shown_text.clone()),
        shown_html: Set(mail.shown_html.clone()),
        state: Set(word(&MailState::Waiting)?),
        problem: Set(None),
        created_at: Set(now.0),
        sent_at: Set(None),
    };
    let id = mails::Entity::insert(row).exec(tx).await?.last_insert_id;
    jobs::queue(tx, channel, JobKind::SendMail, json(&SendMail { mail: id })?, now).await
}

pub(crate) fn this(channel: ChannelId, id: i64) -> Condition {
    Condition::all().add(mails::Column::ChannelId.eq(channel.0)).add(mails::Column::Id.eq(id))
}

fn mail_id(job: &Job) -> Result<i64> {
    from_json::<SendMail>(job.payload.clone()).map(|send| send.mail)
}

impl TryFrom<mails::Model> for Mail {
    type Error = crate::Error;

    fn try_from(row: mails::Model) -> Result<Self> {
        Ok(Self {
            id: row.id,
            kind: row.kind,
            recipient: row.recipient,
            subject: row.subject,
            text: row.text,
            html: row.html,
            shown_text: row.shown_text,
            state: from_word(row.state)?,
            problem: row.problem,
            created_at: Timestamp(row.created_at),
            sent_at: row.sent_at.map(Timestamp),
        })
    }
}
