//! A channel's team: its operators and their roles.

use std::collections::{HashMap, HashSet};

use domain::ids::{ChannelId, OperatorId};
use domain::operator::{Operator, Role};
use domain::team::{MAX_OPERATORS, Member, Team, TeamError};
use domain::time::Timestamp;
use sea_orm::{ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Select};
use serde_json::json;

use crate::audit::{self, AuditEntry};
use crate::entities::channel::channels;
use crate::entities::operator::{operator_channels, operator_passkeys, operator_sessions, operators};
use crate::enum_text::from_word;
use crate::operators::give_role;
use crate::{Result, Store};

/// An operator of a channel, as the team sees them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamMember {
    pub operator: Operator,
    pub role: Role,
    /// An authenticator app or a passkey.
    pub has_second_factor: bool,
    /// Absent without a session.
    pub last_seen_at: Option<Timestamp>,
    /// Can neither leave nor lose the role.
    pub is_last_owner: bool,
}

/// Another role for an operator of the team, or none.
#[derive(Clone, Copy, Debug)]
pub struct RoleChange {
    pub by: OperatorId,
    pub whom: OperatorId,
    /// Absent to remove the operator.
    pub to: Option<Role>,
}

impl Store {
    /// The channel's operators by name.
    pub async fn team(&self, channel: ChannelId) -> Result<Vec<TeamMember>> {
        let db = self.read();
        let roles = of_channel(channel).limit(MAX_OPERATORS as u64).all(db).await?;
        let ids: Vec<i64> = roles.iter().map(|row| row.operator_id).collect();
        let people = operators::Entity::find()
            .filter(operators::Column::Id.is_in(ids.clone()))
            .order_by_asc(operators::Column::Name)
            .order_by_asc(operators::Column::Id)
            .all(db)
            .await?;
        let passkeys: Vec<i64> = operator_passkeys::Entity::find()
            .select_only()
            .column(operator_passkeys::Column::OperatorId)
            .filter(operator_passkeys::Column::OperatorId.is_in(ids.clone()))
            .distinct()
            .into_tuple()
            .all(db)
            .await?;
        let seen: Vec<(i64, i64)> = operator_sessions::Entity::find()
            .select_only()
            .column(operator_sessions::Column::OperatorId)
            .column_as(operator_sessions::Column::LastSeenAt.max(), "last_seen_at")
            .filter(operator_sessions::Column::OperatorId.is_in(ids))
            .group_by(operator_sessions::Column::OperatorId)
            .into_tuple()
            .all(db)
            .await?;
        let team = team_of(&roles, &people)?;
        let (passkeys, seen) = (HashSet::<i64>::from_iter(passkeys), HashMap::<i64, i64>::from_iter(seen));
        let member = |row: operators::Model| {
            let id = OperatorId(row.id);
            Some(TeamMember {
                role: team.role_of(id)?,
                has_second_factor: row.totp_since.is_some() || passkeys.contains(&row.id),
                last_seen_at: seen.get(&row.id).copied().map(Timestamp),
                is_last_owner: team.is_last_owner(id),
                operator: row.into(),
            })
        };
        Ok(people.into_iter().filter_map(member).collect())
    }

    /// Gives an operator of the team another role, or removes them. The same role again changes and records nothing.
    pub async fn team_change(
        &self,
        channel: ChannelId,
        change: RoleChange,
        entry: AuditEntry,
    ) -> Result<Result<(), TeamError>> {
        self.write(move |tx| {
            let entry = entry.clone();
            Box::pin(async move {
                let team = team_locked(tx, channel).await?;
                let before = match team.change(change.by, change.whom, change.to) {
                    Ok(before) => before,
                    Err(refused) => return Ok(Err(refused)),
                };
                if change.to == Some(before) {
                    return Ok(Ok(()));
                }
                match change.to {
                    Some(role) => give_role(tx, change.whom, channel, role).await?,
                    None => {
                        operator_channels::Entity::delete_by_id((change.whom.0, channel.0)).exec(tx).await?;
                    }
                }
                let whom = operators::Entity::find_by_id(change.whom.0).one(tx).await?;
                let subject = whom.map_or_else(String::new, |row| row.email);
                audit::record(tx, &entry.about(subject).changing(json!(before), json!(change.to))).await?;
                Ok(Ok(()))
            })
        })
        .await
    }
}

/// The team, until the transaction ends for this transaction alone: two owners who remove each other wait here.
pub(crate) async fn team_locked(tx: &DatabaseTransaction, channel: ChannelId) -> Result<Team> {
    channels::Entity::find_by_id(channel.0).lock_exclusive().one(tx).await?;
    let roles = of_channel(channel).all(tx).await?;
    let ids: Vec<i64> = roles.iter().map(|row| row.operator_id).collect();
    let people = operators::Entity::find().filter(operators::Column::Id.is_in(ids)).all(tx).await?;
    team_of(&roles, &people)
}

fn of_channel(channel: ChannelId) -> Select<operator_channels::Entity> {
    operator_channels::Entity::find()
        .filter(operator_channels::Column::ChannelId.eq(channel.0))
        .order_by_asc(operator_channels::Column::OperatorId)
}

fn team_of(roles: &[operator_channels::Model], people: &[operators::Model]) -> Result<Team> {
    let disabled: HashSet<i64> = people.iter().filter(|row| row.disabled_at.is_some()).map(|row| row.id).collect();
    let member = |row: &operator_channels::Model| {
        Ok(Member {
            operator: OperatorId(row.operator_id),
            role: from_word(row.role.clone())?,
            is_disabled: disabled.contains(&row.operator_id),
        })
    };
    Ok(Team::new(roles.iter().map(member).collect::<Result<_>>()?))
}
