//! A channel's mails, for operators.

use domain::ids::ChannelId;
use domain::time::Timestamp;
use sea_orm::sea_query::{Expr, ExprTrait, Func, LikeExpr};
use sea_orm::{Condition, EntityTrait, FromQueryResult, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::audit::{self, AuditEntry};
use crate::entities::mail::mails;
use crate::enum_text::{from_word, json, word};
use crate::jobs::{self, JobKind};
use crate::mails::{MailState, SendMail, this};
use crate::{Result, Store};

/// Which mails are looked for.
#[derive(Clone, Debug, Default)]
pub struct MailFilter {
    pub state: Option<MailState>,
    /// Part of the recipient's address.
    pub to: Option<String>,
}

/// A mail without its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailHead {
    pub id: i64,
    pub kind: String,
    pub recipient: String,
    pub subject: String,
    pub state: MailState,
    pub problem: Option<String>,
    pub created_at: Timestamp,
}

/// A mail for operators. The query does not read the links and codes that would allow a login.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownMail {
    pub head: MailHead,
    /// Empty once it was sent.
    pub text: String,
    pub html: String,
    pub sent_at: Option<Timestamp>,
}

#[derive(FromQueryResult)]
struct ShownRow {
    shown_text: String,
    shown_html: String,
    sent_at: Option<i64>,
}

#[derive(FromQueryResult)]
struct HeadRow {
    id: i64,
    kind: String,
    recipient: String,
    subject: String,
    state: String,
    problem: Option<String>,
    created_at: i64,
}

/// What a mail is listed by.
const HEAD: [mails::Column; 7] = [
    mails::Column::Id,
    mails::Column::Kind,
    mails::Column::Recipient,
    mails::Column::Subject,
    mails::Column::State,
    mails::Column::Problem,
    mails::Column::CreatedAt,
];

impl Store {
    /// A part of the channel's mails, the newest first, and how many there are of them.
    pub async fn mail_heads(
        &self,
        channel: ChannelId,
        filter: &MailFilter,
        offset: u64,
        limit: u64,
    ) -> Result<(Vec<MailHead>, u64)> {
        let found = mails::Entity::find().filter(fitting(channel, filter)?);
        let total = found.clone().count(self.read()).await?;
        let rows = found
            .select_only()
            .columns(HEAD)
            .order_by_desc(mails::Column::Id)
            .offset(offset)
            .limit(limit)
            .into_model::<HeadRow>()
            .all(self.read())
            .await?;
        Ok((rows.into_iter().map(MailHead::try_from).collect::<Result<_>>()?, total))
    }

    /// A mail of the channel without what it says.
    pub async fn mail_head(&self, channel: ChannelId, id: i64) -> Result<Option<MailHead>> {
        let found = mails::Entity::find().filter(this(channel, id)).select_only().columns(HEAD);
        found.into_model::<HeadRow>().one(self.read()).await?.map(MailHead::try_from).transpose()
    }

    /// A mail of the channel as operators read it.
    pub async fn shown_mail(&self, channel: ChannelId, id: i64) -> Result<Option<ShownMail>> {
        let Some(head) = self.mail_head(channel, id).await? else { return Ok(None) };
        let columns = [mails::Column::ShownText, mails::Column::ShownHtml, mails::Column::SentAt];
        let found = mails::Entity::find().filter(this(channel, id)).select_only().columns(columns);
        let row = found.into_model::<ShownRow>().one(self.read()).await?;
        Ok(row.map(|row| ShownMail {
            head,
            text: row.shown_text,
            html: row.shown_html,
            sent_at: row.sent_at.map(Timestamp),
        }))
    }

    /// Queues a failed mail again; false if there is no such mail or it did not fail.
    pub async fn mail_retry(&self, channel: ChannelId, id: i64, entry: AuditEntry, now: Timestamp) -> Result<bool> {
        self.write(move |transaction| {
            let entry = entry.clone();
            Box::pin(async move {
                let retried = mails::Entity::update_many()
                    .col_expr(mails::Column::State, Expr::value(word(&MailState::Waiting)?))
                    .col_expr(mails::Column::Problem, Expr::value(None::<String>))
                    .filter(this(channel, id).add(mails::Column::State.eq(word(&MailState::Failed)?)))
                    .exec(transaction)
                    .await?;
                if retried.rows_affected == 0 {
                    return Ok(false);
                }
                jobs::queue(transaction, channel, JobKind::SendMail, json(&SendMail { mail: id })?, now).await?;
                audit::record(transaction, &entry).await?;
                Ok(true)
            })
        })
        .await
    }
}

fn fitting(channel: ChannelId, filter: &MailFilter) -> Result<Condition> {
    let mut fitting = Condition::all().add(mails::Column::ChannelId.eq(channel.0));
    if let Some(state) = &filter.state {
        fitting = fitting.add(mails::Column::State.eq(word(state)?));
    }
    if let Some(part) = &filter.to {
        let recipient = Func::lower(Expr::col(mails::Column::Recipient));
        fitting = fitting.add(Expr::expr(recipient).like(containing(part)));
    }
    Ok(fitting)
}

/// Any text with this part in it, whatever signs it has.
pub(crate) fn containing(part: &str) -> LikeExpr {
    let mut pattern = String::from("%");
    for sign in part.to_lowercase().chars() {
        if matches!(sign, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(sign);
    }
    pattern.push('%');
    LikeExpr::new(pattern).escape('!')
}

impl TryFrom<HeadRow> for MailHead {
    type Error = crate::Error;

    fn try_from(row: HeadRow) -> Result<Self> {
        Ok(Self {
            id: row.id,
            kind: row.kind,
            recipient: row.recipient,
            subject: row.subject,
            state: from_word(row.state)?,
            problem: row.problem,
            created_at: Timestamp(row.created_at),
        })
    }
}
