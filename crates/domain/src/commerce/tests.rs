//! Shared helpers of the commerce tests.

use crate::commerce::ownership::Part;
use crate::ids::{CategoryId, ParticipantId, PassId};
use crate::participant::{Participant, ParticipantProperties};

pub(crate) fn part(pass: i64, category: Option<i64>) -> Part {
    Part { category: category.map(CategoryId), ..Part::whole(PassId(pass)) }
}

pub(crate) fn team(id: i64, sport: i64) -> Participant {
    Participant {
        id: ParticipantId(id),
        name: format!("Team {id}"),
        short_name: "TEA".into(),
        alias: None,
        images: Vec::new(),
        color: "#b3122a".into(),
        group_id: None,
        event_category_id: Some(CategoryId(sport)),
        properties: ParticipantProperties { gender: None, sport: None },
        in_menu: true,
    }
}
