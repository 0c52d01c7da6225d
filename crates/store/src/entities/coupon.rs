//! Rows of `coupons`, `coupon_redemptions` and `trials`.

use domain::commerce::coupon::{Coupon, CouponCode};
use domain::ids::CouponId;
use domain::time::Timestamp;

use crate::enum_text::from_json;
use crate::{Error, Result};

pub(crate) mod coupons {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "coupons")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub code: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub terms: Json,
        #[sea_orm(column_type = "JsonBinary")]
        pub passes: Json,
        pub starts_at: Option<i64>,
        pub ends_at: Option<i64>,
        pub most_uses: Option<i32>,
        pub most_uses_per_user: Option<i32>,
        pub used: i64,
        pub created_at: i64,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) mod redemptions {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "coupon_redemptions")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub coupon_id: i64,
        pub account_id: Option<i64>,
        pub order_id: i64,
        pub expires_at: i64,
        pub redeemed_at: Option<i64>,
        pub released_at: Option<i64>,
        pub created_at: i64,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) mod trials {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "trials")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub account_id: Option<i64>,
        pub mailbox: Vec<u8>,
        pub card: String,
        pub order_id: i64,
        pub created_at: i64,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

impl TryFrom<coupons::Model> for Coupon {
    type Error = Error;

    fn try_from(row: coupons::Model) -> Result<Self> {
        let limit = |most: Option<i32>| most.map(|most| u32::try_from(most).unwrap_or_default());
        let unreadable = || Error::Unavailable("a stored promo code is unreadable".into());
        Ok(Self {
            id: CouponId(row.id),
            code: CouponCode::of(&row.code).ok_or_else(unreadable)?,
            off: from_json(row.terms)?,
            passes: from_json(row.passes)?,
            starts_at: row.starts_at.map(Timestamp),
            ends_at: row.ends_at.map(Timestamp),
            limit: limit(row.most_uses),
            limit_per_user: limit(row.most_uses_per_user),
        })
    }
}
