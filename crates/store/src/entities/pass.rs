//! Rows of `passes`.

use domain::ids::{CategoryId, ChannelId, PassId};
use domain::money::Cents;
use domain::pass::Pass;
use sea_orm::ActiveValue::Set;

use crate::enum_text::{from_json, from_word, json, word};
use crate::{Error, Result};

pub(crate) mod passes {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "passes")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub kind: String,
        pub name: String,
        pub price: i64,
        pub base_price: i64,
        pub service_fee: i64,
        pub image: Option<String>,
        pub offer: String,
        pub period: String,
        pub trial_days: Option<i32>,
        pub pass_type: String,
        pub is_team_pass: bool,
        #[sea_orm(column_type = "JsonBinary")]
        pub categories: Json,
        pub category_id: Option<i64>,
        pub weight: i32,
        #[sea_orm(column_type = "JsonBinary")]
        pub capabilities: Json,
        pub max_clips: Option<i32>,
        pub max_downloads: Option<i32>,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

impl TryFrom<passes::Model> for Pass {
    type Error = Error;

    fn try_from(row: passes::Model) -> Result<Self> {
        let limit = |most: Option<i32>| most.map(|most| u32::try_from(most).unwrap_or_default());
        Ok(Self {
            id: PassId(row.id),
            kind: from_word(row.kind)?,
            name: row.name,
            price: Cents(row.price),
            base_price: Cents(row.base_price),
            service_fee: Cents(row.service_fee),
            image: row.image,
            offer: row.offer,
            period: from_word(row.period)?,
            trial_days: row.trial_days,
            pass_type: from_word(row.pass_type)?,
            is_team_pass: row.is_team_pass,
            categories: from_json(row.categories)?,
            category_id: row.category_id.map(CategoryId),
            weight: row.weight,
            capabilities: from_json(row.capabilities)?,
            max_clips: limit(row.max_clips),
            max_downloads: limit(row.max_downloads),
        })
    }
}

pub(crate) fn pass_row(channel: ChannelId, pass: &Pass) -> Result<passes::ActiveModel> {
    let limit = |most: Option<u32>| most.map(|most| i32::try_from(most).unwrap_or(i32::MAX));
    Ok(passes::ActiveModel {
        id: Set(pass.id.0),
        channel_id: Set(channel.0),
        kind: Set(word(&pass.kind)?),
        name: Set(pass.name.clone()),
        price: Set(pass.price.0),
        base_price: Set(pass.base_price.0),
        service_fee: Set(pass.service_fee.0),
        image: Set(pass.image.clone()),
        offer: Set(pass.offer.clone()),
        period: Set(word(&pass.period)?),
        trial_days: Set(pass.trial_days),
        pass_type: Set(word(&pass.pass_type)?),
        is_team_pass: Set(pass.is_team_pass),
        categories: Set(json(&pass.categories)?),
        category_id: Set(pass.category_id.map(|id| id.0)),
        weight: Set(pass.weight),
        capabilities: Set(json(&pass.capabilities)?),
        max_clips: Set(limit(pass.max_clips)),
        max_downloads: Set(limit(pass.max_downloads)),
    })
}
