//! Forms that viewers send. An anonymous submission has only its text; a member's also has the account, so
//! that it can be exported and deleted with it.

use domain::form::Answers;
use domain::ids::{AccountId, ChannelId};
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::{ActiveModelTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::accounts::{hold, select_basic_pass};
use crate::entities::form::{entries, forms};
use crate::enum_text::json;
use crate::form_entries::{FormEntry, entry};
use crate::{Error, Result, Store};

/// A form as it was filled in and checked.
#[derive(Clone, Debug)]
pub struct FilledForm {
    pub form: i64,
    /// Absent for visitors without an account.
    pub account: Option<AccountId>,
    pub answers: Answers,
    /// Whether the member chooses the basic pass by it.
    pub selects_basic_pass: bool,
}

impl Store {
    /// Keeps the answers to a form of the channel, with what they choose.
    pub async fn form_entry_add(&self, channel: ChannelId, filled: FilledForm, now: Timestamp) -> Result<()> {
        let values = json(&filled.answers)?;
        let FilledForm { form, account, selects_basic_pass, .. } = filled;
        self.write(move |transaction| {
            let row = entries::ActiveModel {
                id: NotSet,
                channel_id: Set(channel.0),
                form_id: Set(form),
                created_at: Set(now.0),
                values: Set(values.clone()),
                account_id: Set(account.map(|id| id.0)),
            };
            Box::pin(async move {
                let known = forms::Entity::find_by_id(form).filter(forms::Column::ChannelId.eq(channel.0));
                if known.lock_shared().one(transaction).await?.is_none() {
                    return Err(Error::Conflict("the form is not there any more".into()));
                }
                // A form that is sent while its account is deleted must not outlive it.
                if let Some(account) = account
                    && !hold(transaction, channel, account).await?
                {
                    return Err(Error::Conflict("the account is gone".into()));
                }
                row.insert(transaction).await?;
                match account.filter(|_| selects_basic_pass) {
                    Some(account) => select_basic_pass(transaction, channel, account).await,
                    None => Ok(()),
                }
            })
        })
        .await
    }

    /// What an account sent through the channel's forms, oldest first, with the aliases of the forms.
    pub async fn form_entries_of(&self, channel: ChannelId, account: AccountId) -> Result<Vec<(String, FormEntry)>> {
        let rows = entries::Entity::find()
            .filter(entries::Column::ChannelId.eq(channel.0))
            .filter(entries::Column::AccountId.eq(account.0))
            .order_by_asc(entries::Column::Id)
            .all(self.read())
            .await?;
        let known = forms::Entity::find().filter(forms::Column::ChannelId.eq(channel.0)).all(self.read()).await?;
        let alias = |id| known.iter().find(|form| form.id == id).map_or(String::new(), |form| form.alias.clone());
        rows.into_iter().map(|row| Ok((alias(row.form_id), entry(row)?))).collect()
    }
}
