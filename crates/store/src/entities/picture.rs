//! Rows of `pictures`.

use domain::ids::ChannelId;
use domain::picture::{Focus, Picture, PictureFiles, Size};
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};

use crate::enum_text::{from_json, from_word, json, word};
use crate::{Error, Result};

pub(crate) mod pictures {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "pictures")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub name: String,
        pub alias: String,
        pub key: String,
        pub hash: String,
        pub format: String,
        pub width: i64,
        pub height: i64,
        pub original_width: i64,
        pub original_height: i64,
        #[sea_orm(column_type = "JsonBinary", nullable)]
        pub crop: Option<Json>,
        pub focus_x: i64,
        pub focus_y: i64,
        pub created_at: i64,
        pub version: i64,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

impl TryFrom<pictures::Model> for Picture {
    type Error = Error;

    fn try_from(row: pictures::Model) -> Result<Self> {
        let files = PictureFiles {
            alias: row.alias,
            key: row.key,
            hash: row.hash,
            format: from_word(row.format)?,
            size: Size { width: number(row.width)?, height: number(row.height)? },
        };
        Ok(Self {
            id: row.id,
            name: row.name,
            crop: row.crop.map(from_json).transpose()?,
            focus: Focus { x: number(row.focus_x)?, y: number(row.focus_y)? },
            original: Size { width: number(row.original_width)?, height: number(row.original_height)? },
            files,
            created_at: Timestamp(row.created_at),
        })
    }
}

fn number<T: TryFrom<i64>>(stored: i64) -> Result<T> {
    T::try_from(stored).map_err(|_| Error::Unavailable(format!("a picture is damaged: {stored}")))
}

pub(crate) fn picture_row(channel: ChannelId, picture: &Picture) -> Result<pictures::ActiveModel> {
    Ok(pictures::ActiveModel {
        id: Set(picture.id),
        channel_id: Set(channel.0),
        name: Set(picture.name.clone()),
        alias: Set(picture.files.alias.clone()),
        key: Set(picture.files.key.clone()),
        hash: Set(picture.files.hash.clone()),
        format: Set(word(&picture.files.format)?),
        width: Set(picture.files.size.width.into()),
        height: Set(picture.files.size.height.into()),
        original_width: Set(picture.original.width.into()),
        original_height: Set(picture.original.height.into()),
        crop: Set(picture.crop.map(|crop| json(&crop)).transpose()?),
        focus_x: Set(picture.focus.x.into()),
        focus_y: Set(picture.focus.y.into()),
        created_at: Set(picture.created_at.0),
        version: NotSet,
    })
}
