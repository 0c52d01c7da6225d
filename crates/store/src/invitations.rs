//! Invitations to a channel's team, by the hash of their token.

use domain::account::EmailKey;
use domain::ids::{ChannelId, OperatorId};
use domain::one_time_token::TokenKey;
use domain::operator::{Action, Operator, Role};
use domain::password::PasswordHash;
use domain::team::{INVITATION_LIFE, MAX_INVITATIONS, TeamError};
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, Condition, DatabaseTransaction, EntityTrait, IntoActiveModel, QueryFilter,
    QueryOrder, QuerySelect, TryInsertResult,
};
use serde_json::{Value, json};

use crate::audit::{self, AuditEntry};
use crate::entities::operator::{operator_invitations, operators};
use crate::enum_text::{from_word, word};
use crate::mails::{self, NewMail};
use crate::operators::give_role;
use crate::team::team_locked;
use crate::{Error, Result, Store};

/// An invitation to be sent.
#[derive(Clone, Debug)]
pub struct NewInvitation {
    /// As it was typed.
    pub email: String,
    pub role: Role,
    pub by: OperatorId,
    pub letter: InvitationLetter,
}

/// The mail of an invitation, and the token in its link.
#[derive(Clone, Debug)]
pub struct InvitationLetter {
    pub token: TokenKey,
    pub mail: NewMail,
    pub now: Timestamp,
}

/// An open invitation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    pub id: i64,
    pub channel: ChannelId,
    pub email: String,
    pub role: Role,
    /// The name of the operator who invited.
    pub invited_by: Option<String>,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
}

/// The person who accepts an invitation.
#[derive(Clone, Debug)]
pub enum Invitee {
    New {
        name: String,
        password: PasswordHash,
    },
    /// Logged in.
    Known(OperatorId),
}

/// What came of accepting an invitation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AcceptOutcome {
    Joined(Operator),
    /// The token was used, withdrawn, replaced, is too old, or never was one.
    Ended,
    /// The address has an account, and it is not the invitee's.
    NeedsLogin,
    Full,
}

impl Store {
    /// The channel's open invitations, newest first.
    pub async fn invitations(&self, channel: ChannelId, now: Timestamp) -> Result<Vec<Invitation>> {
        let rows = operator_invitations::Entity::find()
            .filter(of_channel(channel).add(is_open(now)))
            .order_by_desc(operator_invitations::Column::Id)
            .limit(MAX_INVITATIONS as u64)
            .all(self.read())
            .await?;
        let inviters: Vec<i64> = rows.iter().filter_map(|row| row.operator_id).collect();
        let inviters = operators::Entity::find().filter(operators::Column::Id.is_in(inviters)).all(self.read()).await?;
        rows.into_iter()
            .map(|row| {
                let inviter = inviters.iter().find(|inviter| Some(inviter.id) == row.operator_id);
                shown(row, inviter.map(|inviter| inviter.name.clone()))
            })
            .collect()
    }

    /// One of the channel's open invitations.
    pub async fn invitation(&self, channel: ChannelId, id: i64, now: Timestamp) -> Result<Option<Invitation>> {
        self.invitation_where(of_channel(channel).add(operator_invitations::Column::Id.eq(id)), now).await
    }

    /// The open invitation of a token, on whichever channel.
    pub async fn invitation_by_token(&self, token: TokenKey, now: Timestamp) -> Result<Option<Invitation>> {
        self.invitation_where(by_token(token), now).await
    }

    async fn invitation_where(&self, these: Condition, now: Timestamp) -> Result<Option<Invitation>> {
        let found = operator_invitations::Entity::find().filter(these.add(is_open(now)));
        let Some(row) = found.one(self.read()).await? else { return Ok(None) };
        let inviter = match row.operator_id {
            Some(id) => operators::Entity::find_by_id(id).one(self.read()).await?,
            None => None,
        };
        shown(row, inviter.map(|inviter| inviter.name)).map(Some)
    }

    /// Invites a person to the team. An open invitation of the same address is replaced, and its link ends.
    pub async fn invitation_put(
        &self,
        channel: ChannelId,
        new: NewInvitation,
        entry: AuditEntry,
    ) -> Result<Result<i64, TeamError>> {
        let key = EmailKey::of(&new.email).ok_or_else(|| Error::Conflict("not an e-mail address".into()))?;
        self.write(move |tx| {
            let (new, key, entry) = (new.clone(), key.clone(), entry.clone());
            Box::pin(async move { put(tx, channel, new, key, entry).await })
        })
        .await
    }

    /// Sends an open invitation again with a new token, for its whole time anew. The old link ends. `None` if there is
    /// no such invitation.
    pub async fn invitation_resend(
        &self,
        channel: ChannelId,
        id: i64,
        letter: InvitationLetter,
        entry: AuditEntry,
    ) -> Result<Option<()>> {
        self.write(move |tx| {
            let (letter, entry) = (letter.clone(), entry.clone());
            Box::pin(async move {
                team_locked(tx, channel).await?;
                let these = of_channel(channel).add(operator_invitations::Column::Id.eq(id)).add(is_open(letter.now));
                let found = operator_invitations::Entity::find().filter(these).one(tx).await?;
                let Some(row) = found else { return Ok(None) };
                let (email, before) = (row.email.clone(), row.expires_at);
                let expires_at = letter.now.plus(INVITATION_LIFE).0;
                let mut row = row.into_active_model();
                row.token_hash = Set(letter.token.0.to_vec());
                row.expires_at = Set(expires_at);
                row.update(tx).await?;
                mails::queue(tx, channel, &letter.mail, letter.now).await?;
                let [before, after] = [before, expires_at].map(|at| json!({ "expires_at": at }));
                audit::record(tx, &entry.about(email).changing(before, after)).await?;
                Ok(Some(()))
            })
        })
        .await
    }

    /// Withdraws an invitation: its link ends. `None` if there is no such invitation.
    pub async fn invitation_withdraw(&self, channel: ChannelId, id: i64, entry: AuditEntry) -> Result<Option<()>> {
        self.write(move |tx| {
            let entry = entry.clone();
            Box::pin(async move {
                team_locked(tx, channel).await?;
                let these = of_channel(channel).add(operator_invitations::Column::Id.eq(id));
                let found = operator_invitations::Entity::find().filter(these).one(tx).await?;
                let Some(row) = found else { return Ok(None) };
                operator_invitations::Entity::delete_by_id(row.id).exec(tx).await?;
                audit::record(tx, &entry.about(row.email).changing(row.role, Value::Null)).await?;
                Ok(Some(()))
            })
        })
        .await
    }

    /// Accepts an invitation: the operator joins the team, and the token ends with the same commit.
    pub async fn invitation_accept(&self, token: TokenKey, invitee: Invitee, now: Timestamp) -> Result<AcceptOutcome> {
        self.write(move |tx| {
            let invitee = invitee.clone();
            Box::pin(async move { accept(tx, token, invitee, now).await })
        })
        .await
    }

    /// Forgets invitations that nobody accepted in time.
    pub async fn invitations_drop_old(&self, now: Timestamp) -> Result<u64> {
        self.write(move |tx| {
            Box::pin(async move {
                let old = operator_invitations::Column::ExpiresAt.lte(now.0);
                Ok(operator_invitations::Entity::delete_many().filter(old).exec(tx).await?.rows_affected)
            })
        })
        .await
    }
}

async fn put(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    new: NewInvitation,
    key: EmailKey,
    entry: AuditEntry,
) -> Result<Result<i64, TeamError>> {
    let team = team_locked(tx, channel).await?;
    let InvitationLetter { token, mail, now } = new.letter;
    let known = operator_of(tx, key.as_str()).await?;
    if known.is_some_and(|row| team.role_of(OperatorId(row.id)).is_some()) {
        return Ok(Err(TeamError::AlreadyInTeam));
    }
    let rows = operator_invitations::Entity::find().filter(of_channel(channel)).all(tx).await?;
    let replaced = rows.iter().find(|row| row.email_key == key.as_str());
    let open = rows.iter().filter(|row| row.expires_at > now.0 && row.email_key != key.as_str()).count();
    if let Err(refused) = team.invite(new.by, new.role, open) {
        return Ok(Err(refused));
    }
    if let Some(row) = replaced {
        operator_invitations::Entity::delete_by_id(row.id).exec(tx).await?;
    }
    let row = operator_invitations::ActiveModel {
        id: NotSet,
        channel_id: Set(channel.0),
        email: Set(new.email.trim().to_owned()),
        email_key: Set(key.as_str().to_owned()),
        role: Set(word(&new.role)?),
        token_hash: Set(token.0.to_vec()),
        operator_id: Set(Some(new.by.0)),
        created_at: Set(now.0),
        expires_at: Set(now.plus(INVITATION_LIFE).0),
    };
    let row = row.insert(tx).await?;
    mails::queue(tx, channel, &mail, now).await?;
    let before = json!(replaced.map(|row| row.role.as_str()));
    audit::record(tx, &entry.about(row.email).changing(before, json!(new.role))).await?;
    Ok(Ok(row.id))
}

async fn accept(tx: &DatabaseTransaction, token: TokenKey, invitee: Invitee, now: Timestamp) -> Result<AcceptOutcome> {
    let find = || operator_invitations::Entity::find().filter(by_token(token).add(is_open(now)));
    let Some(row) = find().one(tx).await? else { return Ok(AcceptOutcome::Ended) };
    let channel = ChannelId(row.channel_id);
    let team = team_locked(tx, channel).await?;
    // Read again: of two at once the other one may have used it before the team was locked.
    let Some(row) = find().one(tx).await? else { return Ok(AcceptOutcome::Ended) };
    let known = operator_of(tx, &row.email_key).await?;
    let is_in_team = known.as_ref().is_some_and(|known| team.role_of(OperatorId(known.id)).is_some());
    if !is_in_team && team.has_room().is_err() {
        return Ok(AcceptOutcome::Full);
    }
    let operator = match (known, invitee) {
        (Some(known), Invitee::Known(id)) if known.id == id.0 => known,
        (None, Invitee::New { name, password }) => match add(tx, &row, name, &password, now).await? {
            Some(added) => added,
            None => return Ok(AcceptOutcome::NeedsLogin),
        },
        _ => return Ok(AcceptOutcome::NeedsLogin),
    };
    let operator = Operator::from(operator);
    let role: Role = from_word(row.role.clone())?;
    // An operator who came to the team in another way keeps that role.
    if !is_in_team {
        give_role(tx, operator.id, channel, role).await?;
    }
    operator_invitations::Entity::delete_by_id(row.id).exec(tx).await?;
    let entry = AuditEntry {
        channel: Some(channel),
        operator: Some(operator.id),
        at: now,
        action: Action::AcceptInvitation,
        subject: String::new(),
        detail: json!({ "invited_by": row.operator_id }),
    };
    let before = json!(team.role_of(operator.id));
    let after = json!(team.role_of(operator.id).unwrap_or(role));
    audit::record(tx, &entry.about(row.email).changing(before, after)).await?;
    Ok(AcceptOutcome::Joined(operator))
}

/// Adds the invited operator; `None` if another invitation has just added them.
async fn add(
    tx: &DatabaseTransaction,
    invitation: &operator_invitations::Model,
    name: String,
    password: &PasswordHash,
    now: Timestamp,
) -> Result<Option<operators::Model>> {
    let row = operators::ActiveModel {
        id: NotSet,
        email: Set(invitation.email.clone()),
        email_key: Set(invitation.email_key.clone()),
        name: Set(name),
        password_hash: Set(password.expose().to_owned()),
        created_at: Set(now.0),
        disabled_at: Set(None),
        is_administrator: NotSet,
        totp_key: NotSet,
        totp_since: NotSet,
        totp_step: NotSet,
    };
    let address = [operators::Column::EmailKey];
    let added = operators::Entity::insert(row).on_conflict_do_nothing_on(address).exec_without_returning(tx).await?;
    match added {
        TryInsertResult::Inserted(1) => operator_of(tx, &invitation.email_key).await,
        _ => Ok(None),
    }
}

async fn operator_of(tx: &DatabaseTransaction, email_key: &str) -> Result<Option<operators::Model>> {
    Ok(operators::Entity::find().filter(operators::Column::EmailKey.eq(email_key)).one(tx).await?)
}

fn of_channel(channel: ChannelId) -> Condition {
    Condition::all().add(operator_invitations::Column::ChannelId.eq(channel.0))
}

fn by_token(token: TokenKey) -> Condition {
    Condition::all().add(operator_invitations::Column::TokenHash.eq(token.0.to_vec()))
}

fn is_open(now: Timestamp) -> Expr {
    operator_invitations::Column::ExpiresAt.gt(now.0)
}

fn shown(row: operator_invitations::Model, invited_by: Option<String>) -> Result<Invitation> {
    Ok(Invitation {
        id: row.id,
        channel: ChannelId(row.channel_id),
        email: row.email,
        role: from_word(row.role)?,
        invited_by,
        created_at: Timestamp(row.created_at),
        expires_at: Timestamp(row.expires_at),
    })
}
