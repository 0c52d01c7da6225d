//! Rows of `forms` and `form_entries`.

use domain::form::CustomForm;
use domain::ids::ChannelId;
use domain::translations::Translated;
use sea_orm::ActiveValue::{NotSet, Set};

use crate::enum_text::{from_json, json};
use crate::{Error, Result};

pub(crate) mod forms {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "forms")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub alias: String,
        pub title: String,
        #[sea_orm(column_type = "Text")]
        pub description: String,
        pub submit_text: String,
        #[sea_orm(column_type = "Text")]
        pub success_text: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub fields: Json,
        #[sea_orm(column_type = "JsonBinary")]
        pub translations: Json,
        pub version: i64,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

impl TryFrom<forms::Model> for CustomForm {
    type Error = Error;

    fn try_from(row: forms::Model) -> Result<Self> {
        Ok(Self {
            id: row.id,
            alias: row.alias,
            title: row.title,
            description: row.description,
            submit_text: row.submit_text,
            success_text: row.success_text,
            fields: from_json(row.fields)?,
            translations: from_json(row.translations)?,
        })
    }
}

pub(crate) fn form_row(channel: ChannelId, form: &CustomForm) -> Result<forms::ActiveModel> {
    Ok(forms::ActiveModel {
        id: Set(form.id),
        channel_id: Set(channel.0),
        alias: Set(form.alias.clone()),
        title: Set(form.title.clone()),
        description: Set(form.description.clone()),
        submit_text: Set(form.submit_text.clone()),
        success_text: Set(form.success_text.clone()),
        fields: Set(json(&form.fields)?),
        translations: Set(json(&form.clean_translations())?),
        version: NotSet,
    })
}

pub(crate) mod entries {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "form_entries")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub form_id: i64,
        pub created_at: i64,
        #[sea_orm(column_type = "JsonBinary")]
        pub values: Json,
        pub account_id: Option<i64>,
    }
    impl ActiveModelBehavior for ActiveModel {}
}
