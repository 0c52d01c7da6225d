//! Rows of `participant_groups`, `group_properties` and `participants`.

use domain::ids::{CategoryId, ChannelId, GroupId, ParticipantId};
use domain::participant::{Group, GroupProperty, Participant, ParticipantProperties};
use sea_orm::ActiveValue::{NotSet, Set};

use crate::enum_text::{from_json, from_word, json, word};
use crate::{Error, Result};

pub(crate) mod groups {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "participant_groups")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub name: String,
        pub short_name: String,
        pub alias: Option<String>,
        pub color: String,
        pub city: String,
        pub state: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub images: Json,
        #[sea_orm(column_type = "JsonBinary")]
        pub properties: Json,
        pub in_menu: bool,
        pub version: i64,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

impl TryFrom<groups::Model> for Group {
    type Error = Error;

    fn try_from(row: groups::Model) -> Result<Self> {
        Ok(Self {
            id: GroupId(row.id),
            name: row.name,
            short_name: row.short_name,
            alias: row.alias,
            color: row.color,
            city: row.city,
            state: row.state,
            images: from_json(row.images)?,
            properties: from_json(row.properties)?,
            in_menu: row.in_menu,
        })
    }
}

pub(crate) fn group_row(channel: ChannelId, group: &Group) -> Result<groups::ActiveModel> {
    Ok(groups::ActiveModel {
        id: Set(group.id.0),
        channel_id: Set(channel.0),
        name: Set(group.name.clone()),
        short_name: Set(group.short_name.clone()),
        alias: Set(group.alias.clone()),
        color: Set(group.color.clone()),
        city: Set(group.city.clone()),
        state: Set(group.state.clone()),
        images: Set(json(&group.images)?),
        properties: Set(json(&group.properties)?),
        in_menu: Set(group.in_menu),
        version: NotSet,
    })
}

pub(crate) mod properties {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "group_properties")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub name: String,
        pub alias: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub values: Json,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

impl TryFrom<properties::Model> for GroupProperty {
    type Error = Error;

    fn try_from(row: properties::Model) -> Result<Self> {
        Ok(Self { id: row.id, name: row.name, alias: row.alias, values: from_json(row.values)? })
    }
}

pub(crate) fn property_row(channel: ChannelId, property: &GroupProperty) -> Result<properties::ActiveModel> {
    Ok(properties::ActiveModel {
        id: Set(property.id),
        channel_id: Set(channel.0),
        name: Set(property.name.clone()),
        alias: Set(property.alias.clone()),
        values: Set(json(&property.values)?),
    })
}

pub(crate) mod participants {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "participants")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub name: String,
        pub short_name: String,
        pub alias: Option<String>,
        #[sea_orm(column_type = "JsonBinary")]
        pub images: Json,
        pub color: String,
        pub group_id: Option<i64>,
        pub category_id: Option<i64>,
        pub gender: Option<String>,
        pub sport: Option<String>,
        pub in_menu: bool,
        pub version: i64,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

impl TryFrom<participants::Model> for Participant {
    type Error = Error;

    fn try_from(row: participants::Model) -> Result<Self> {
        Ok(Self {
            id: ParticipantId(row.id),
            name: row.name,
            short_name: row.short_name,
            alias: row.alias,
            images: from_json(row.images)?,
            color: row.color,
            group_id: row.group_id.map(GroupId),
            event_category_id: row.category_id.map(CategoryId),
            properties: ParticipantProperties { gender: row.gender.map(from_word).transpose()?, sport: row.sport },
            in_menu: row.in_menu,
        })
    }
}

pub(crate) fn participant_row(channel: ChannelId, team: &Participant) -> Result<participants::ActiveModel> {
    Ok(participants::ActiveModel {
        id: Set(team.id.0),
        channel_id: Set(channel.0),
        name: Set(team.name.clone()),
        short_name: Set(team.short_name.clone()),
        alias: Set(team.alias.clone()),
        images: Set(json(&team.images)?),
        color: Set(team.color.clone()),
        group_id: Set(team.group_id.map(|id| id.0)),
        category_id: Set(team.event_category_id.map(|id| id.0)),
        gender: Set(team.properties.gender.as_ref().map(word).transpose()?),
        sport: Set(team.properties.sport.clone()),
        in_menu: Set(team.in_menu),
        version: NotSet,
    })
}
