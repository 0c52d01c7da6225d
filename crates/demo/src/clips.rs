//! Clips of the demo's recorded games.

use anyhow::Result;
use domain::account::EmailKey;
use domain::clip::Range;
use domain::ids::{ChannelId, MediaId};
use domain::time::Timestamp;
use store::{ClipFilter, ClipTerms, NewClip, Store};
use uuid::Uuid;

use super::footage::Planned;

/// Their owner.
const FAN: &str = "season@demo.test";
const MAX_CLIPS: u32 = 200;

/// Where they begin and how long they are, in seconds, with their name and tags.
const CLIPS: [(i64, i64, &str, &[&str]); 3] = [
    (12, 15, "Off to a flying start", &["Highlight", "First half"]),
    (58, 20, "The move that turned the game", &["Great play", "Highlight"]),
    (121, 12, "They could not believe it", &["Save", "Crowd"]),
];

/// Cuts them out of a game that has none, for the one who owns everything.
pub(super) async fn write(
    store: &Store,
    channel: ChannelId,
    planned: &Planned,
    media: MediaId,
    now: Timestamp,
) -> Result<()> {
    let event = planned.event;
    let Some(key) = EmailKey::of(FAN) else { return Ok(()) };
    let Some(fan) = store.account_by_email(channel, &key).await? else { return Ok(()) };
    let of_game = ClipFilter { event: Some(event), ..ClipFilter::default() };
    if store.clips(channel, &of_game, 0, 1).await?.1 > 0 {
        return Ok(());
    }
    let length_of_game = i64::from(planned.game.seconds);
    for (start, length, name, tags) in CLIPS.into_iter().filter(|(start, length, ..)| start + length <= length_of_game)
    {
        let new = NewClip {
            account: fan.account.id,
            event,
            media,
            uuid: Uuid::new_v4().to_string(),
            name: name.to_owned(),
            range: Range { start_ms: start * Timestamp::SECOND, duration_ms: length * Timestamp::SECOND },
            tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
            is_public: true,
            // Shown to everybody, whatever their game costs: the demo has to have moments.
            terms: ClipTerms::OPEN,
        };
        store.clip_create(channel, new, MAX_CLIPS, now).await?;
    }
    Ok(())
}
