//! What somebody asks for, as calls spell it, and what they are shown of it.

use domain::commerce::item::{self, ItemType};
use domain::commerce::ownership::Part;
use domain::ids::{CategoryId, EventId, ParticipantId, PassId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A pass, a part of one, or a game. Amounts in it are ignored: prices are the channel's.
#[derive(Clone, Debug, Deserialize, ToSchema)]
// What a request leaves out is not part of it, unlike in answers.
#[schema(as = WantedRequest)]
pub(super) struct Wanted {
    #[serde(rename = "type")]
    pub(super) kind: ItemType,
    #[serde(default)]
    id: Option<i64>,
    #[serde(default)]
    package_id: Option<PassId>,
    #[serde(default)]
    subscription_id: Option<PassId>,
    #[serde(default)]
    single_event_package_id: Option<PassId>,
    #[serde(default)]
    event_id: Option<EventId>,
    /// The sports that are chosen; all of them when none is.
    #[serde(default)]
    #[schema(max_items = 50)]
    event_category_ids: Vec<CategoryId>,
    /// The teams that are chosen, for team passes.
    #[serde(default)]
    #[schema(max_items = 50)]
    participant_ids: Vec<ParticipantId>,
}

impl From<Wanted> for item::Wanted {
    fn from(wanted: Wanted) -> Self {
        Self {
            kind: wanted.kind,
            id: wanted.id,
            package_id: wanted.package_id,
            subscription_id: wanted.subscription_id,
            single_event_package_id: wanted.single_event_package_id,
            event_id: wanted.event_id,
            category_ids: wanted.event_category_ids,
            participant_ids: wanted.participant_ids,
        }
    }
}

impl Wanted {
    /// A subscription by its id alone.
    pub(super) fn subscription(id: PassId) -> item::Wanted {
        item::Wanted {
            kind: ItemType::Subscription,
            id: None,
            package_id: None,
            subscription_id: Some(id),
            single_event_package_id: None,
            event_id: None,
            category_ids: vec![],
            participant_ids: vec![],
        }
    }
}

/// What is sold.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct Product {
    id: PassId,
    name: String,
    event_category_id: Option<CategoryId>,
    participant_id: Option<ParticipantId>,
    event_id: Option<EventId>,
}

impl Product {
    pub(super) fn of(part: &Part, name: &str) -> Self {
        Self {
            id: part.pass,
            name: name.to_owned(),
            event_category_id: part.category,
            participant_id: part.participant,
            event_id: part.event,
        }
    }
}
