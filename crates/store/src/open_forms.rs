//! Which operators have which forms of the console open, as servers on one database tell each other.

use std::collections::HashMap;

use domain::ids::{ChannelId, OperatorId};
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QuerySelect};

use crate::entities::operator::{open_forms, operators};
use crate::import::insert_all;
use crate::{Result, Store};

/// More than any server has open.
const MAX_FORMS: u64 = 5_000;

/// A form that an operator has open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenForm {
    pub channel: ChannelId,
    pub operator: OperatorId,
    /// Of the operator; empty if they have given none.
    pub name: String,
    pub kind: String,
    pub item: i64,
    /// The browser's own word for the window.
    pub place: String,
    /// When something was typed last.
    pub edited_at: Option<Timestamp>,
}

impl Store {
    /// Writes down the forms that are open at a server in the place of what it wrote before. What no server has written
    /// down since `old` is forgotten.
    pub async fn open_forms_note(&self, node: &str, open: Vec<OpenForm>, old: Timestamp, now: Timestamp) -> Result<()> {
        let node = node.to_owned();
        self.write(move |tx| {
            let (node, open) = (node.clone(), open.clone());
            Box::pin(async move {
                let before = Condition::any()
                    .add(open_forms::Column::Node.eq(node.as_str()))
                    .add(open_forms::Column::SeenAt.lt(old.0));
                open_forms::Entity::delete_many().filter(before).exec(tx).await?;
                let row = |form: OpenForm| open_forms::ActiveModel {
                    id: NotSet,
                    channel_id: Set(form.channel.0),
                    operator_id: Set(form.operator.0),
                    kind: Set(form.kind),
                    item: Set(form.item),
                    node: Set(node.clone()),
                    place: Set(form.place),
                    edited_at: Set(form.edited_at.map(|at| at.0)),
                    seen_at: Set(now.0),
                };
                insert_all::<open_forms::Entity>(tx, open.into_iter().map(row).collect()).await
            })
        })
        .await
    }

    /// The forms that are open at other servers, as they said after `since`.
    pub async fn open_forms_elsewhere(&self, node: &str, since: Timestamp) -> Result<Vec<OpenForm>> {
        let rows = open_forms::Entity::find()
            .filter(open_forms::Column::SeenAt.gt(since.0))
            .filter(open_forms::Column::Node.ne(node))
            .limit(MAX_FORMS)
            .all(self.read())
            .await?;
        let people: Vec<i64> = rows.iter().map(|row| row.operator_id).collect();
        let people = operators::Entity::find().filter(operators::Column::Id.is_in(people)).all(self.read()).await?;
        let names: HashMap<i64, String> = people.into_iter().map(|row| (row.id, row.name)).collect();
        let named = |row: open_forms::Model| names.get(&row.operator_id).cloned().map(|name| open_form(row, name));
        Ok(rows.into_iter().filter_map(named).collect())
    }
}

fn open_form(row: open_forms::Model, name: String) -> OpenForm {
    OpenForm {
        channel: ChannelId(row.channel_id),
        operator: OperatorId(row.operator_id),
        name,
        kind: row.kind,
        item: row.item,
        place: row.place,
        edited_at: row.edited_at.map(Timestamp),
    }
}
