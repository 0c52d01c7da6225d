//! Writes the demo channels to the store and keeps their games close to the current time.

use std::time::Duration;

use anyhow::Result;
use domain::event::{Event, StreamStatus, Timing};
use domain::secret::Secret;
use domain::time::{Clock, Timestamp};
use media::storage::Images;
use rand::RngExt;
use store::{ChannelImport, Store};

use super::premieres::Premieres;
use super::{DemoChannel, accounts, channels, coupons, owner};

/// Adds the demo channels, or moves their games to the present. Safe to run at every start.
pub async fn write(store: &Store, images: &Images, premieres: &Premieres, clock: &Clock) -> Result<()> {
    // Held to the end: of two that write at once, the later one writes the newer times.
    let premieres = premieres.lock().await;
    let now = clock.now();
    let mut ids = Vec::new();
    for mut channel in channels(now) {
        // An operator deleted it, or gave it another address: then it is no longer the demo's.
        if store.channel_is_gone(channel.alias).await? {
            continue;
        }
        for drawing in &channel.drawings {
            images.put_drawing(channel.alias, &drawing.name, drawing.svg.clone()).await?;
        }
        let mut prerolls = Vec::new();
        for preroll in std::mem::take(&mut channel.content.prerolls) {
            // Its pictures are drawn after the first start.
            let key = preroll.url.trim_start_matches("/storage/");
            if images.objects().get(key, u64::MAX).await?.is_some() {
                prerolls.push(preroll);
            }
        }
        channel.content.prerolls = prerolls;
        let stored = stored_games(store, channel.alias).await?;
        premieres.announce(&mut channel.content.events, &stored);
        keep_changes(&mut channel.content.events, &stored);
        let people = std::mem::take(&mut channel.accounts);
        let id = store.channel_import(import(channel, now)).await?;
        accounts::write(store, id, &people, now).await?;
        coupons::write(store, id, now).await?;
        ids.push(id);
    }
    owner::write(store, &ids, now).await
}

pub(crate) async fn stored_games(store: &Store, alias: &str) -> Result<Vec<Event>> {
    let channels = store.channels().await?;
    match channels.into_iter().find(|channel| channel.identity.alias == alias) {
        Some(channel) => Ok(store.events(channel.identity.id).await?),
        None => Ok(Vec::new()),
    }
}

/// A game that was sent, ended or uploaded since is the operator's: it stays in its state, at its time. What the clock
/// alone has moved is moved back, so that there is always something ahead; so is a premiere that did not come.
fn keep_changes(planned: &mut [Event], stored: &[Event]) {
    for game in planned {
        let Some(found) = stored.iter().find(|found| found.id == game.id) else { continue };
        let by_clock = found.timing == Timing::Clock && found.media.is_empty();
        let only_announced = (found.status, game.status) == (StreamStatus::Upcoming, StreamStatus::Live);
        if found.status == game.status || by_clock || only_announced {
            continue;
        }
        (game.status, game.timing) = (found.status, found.timing);
        (game.starts_at, game.ends_at) = (found.starts_at, found.ends_at);
        (game.score, game.duration_s) = (found.score, found.duration_s);
    }
}

/// Goes on for as long as the demo runs.
pub async fn keep_present(store: Store, images: Images, premieres: Premieres, clock: Clock) {
    loop {
        tokio::time::sleep(until_next_hour(clock.now().seconds())).await;
        if let Err(cause) = write(&store, &images, &premieres, &clock).await {
            tracing::warn!(%cause, "moving demo games to the present failed");
        }
    }
}

/// The games stay where they are within an hour, and move with each new one.
fn until_next_hour(now_s: i64) -> Duration {
    Duration::from_secs((3600 - now_s.rem_euclid(3600)).unsigned_abs())
}

fn import(channel: DemoChannel, now: Timestamp) -> ChannelImport {
    let mut random = rand::rng();
    ChannelImport {
        alias: channel.alias.into(),
        hosts: channel.hosts,
        profile: channel.profile,
        content: channel.content,
        channel_key: format!("{:032x}", random.random::<u128>()),
        key_secret: Secret::new(random.random()),
        now,
        // What somebody tries out at the console stays, through every move and restart.
        keeps_edits: true,
    }
}

#[cfg(test)]
mod tests {
    use domain::content::{FaqEntry, Slide};
    use domain::ids::{ChannelId, EventId, OperatorId};
    use domain::operator::Action;
    use media::storage::Objects;
    use server::system_clock;
    use store::{AuditEntry, UploadFor};
    use testkit::TestDatabase;

    use super::*;

    /// The demo's first channel, written for the first time.
    async fn written() -> (TestDatabase, Images, ChannelId) {
        let database = TestDatabase::new().await;
        let media = format!("file:{}", database.folder.path().join("media").display());
        let images = Images::new(Objects::open(&media).unwrap(), 1024 * 1024);
        write(&database.store, &images, &Premieres::default(), &system_clock()).await.unwrap();
        let channels = database.store.channels().await.unwrap();
        let demo = channels.iter().find(|channel| channel.identity.alias == "demo").unwrap().identity.id;
        (database, images, demo)
    }

    async fn first(store: &Store, demo: ChannelId, status: StreamStatus) -> Event {
        store.events(demo).await.unwrap().into_iter().find(|game| game.status == status).unwrap()
    }

    async fn game(store: &Store, demo: ChannelId, id: EventId) -> Event {
        store.events(demo).await.unwrap().into_iter().find(|game| game.id == id).unwrap()
    }

    /// EVT-11: a game that was sent and has ended, or that an operator ended, is not begun again by a restart.
    #[tokio::test]
    async fn a_restart_leaves_games_that_were_changed() {
        let (database, images, demo) = written().await;
        let store = &database.store;
        let (sent, ended) =
            (first(store, demo, StreamStatus::Upcoming).await, first(store, demo, StreamStatus::Live).await);
        let now = system_clock().now();
        let media = store.video_await(demo, UploadFor::Game(sent.id), now).await.unwrap();
        store.stream_end(demo, sent.id, media, 90_000, now).await.unwrap();
        database.execute(&format!("UPDATE events SET status = 'finished' WHERE id = {}", ended.id.0)).await;
        let before = [game(store, demo, sent.id).await, game(store, demo, ended.id).await];
        assert!(before.iter().all(|game| game.status == StreamStatus::Finished), "{before:?}");
        write(store, &images, &Premieres::default(), &system_clock()).await.unwrap();
        assert_eq!([game(store, demo, sent.id).await, game(store, demo, ended.id).await], before);
    }

    /// EVT-11: what the clock has moved is moved back: the demo always has games ahead.
    #[tokio::test]
    async fn game_moved_by_the_clock_is_moved_back() {
        let (database, images, demo) = written().await;
        let upcoming = first(&database.store, demo, StreamStatus::Upcoming).await;
        assert_eq!(upcoming.timing, Timing::Clock);
        database.execute(&format!("UPDATE events SET status = 'finished' WHERE id = {}", upcoming.id.0)).await;
        write(&database.store, &images, &Premieres::default(), &system_clock()).await.unwrap();
        assert_eq!(game(&database.store, demo, upcoming.id).await.status, StreamStatus::Upcoming);
    }

    /// UI-16: what an operator edits at the console stays through moves and restarts, and nothing else gets a version.
    #[tokio::test]
    async fn a_restart_leaves_edits() {
        let (database, images, demo) = written().await;
        let store = &database.store;
        let before = store.edited::<FaqEntry>(demo).await.unwrap();
        let [first, last] = [before.first().unwrap().item.id, before.last().unwrap().item.id];
        let change = |item: &mut FaqEntry| item.question = "Is this mine?".into();
        let operator = Some(OperatorId(1));
        let entry = AuditEntry { channel: Some(demo), operator, ..testkit::audit_entry(Action::UpdateFaq) };
        store.edit(demo, first, 1, change, entry.clone()).await.unwrap().unwrap();
        store.edit_remove::<FaqEntry>(demo, last, 1, entry).await.unwrap().unwrap();
        write(store, &images, &Premieres::default(), &system_clock()).await.unwrap();
        let mut expected = before;
        expected.pop();
        (expected[0].item.question, expected[0].version) = ("Is this mine?".into(), 2);
        assert_eq!(store.edited::<FaqEntry>(demo).await.unwrap(), expected);
        let slides = store.edited::<Slide>(demo).await.unwrap();
        assert!(!slides.is_empty() && slides.iter().all(|slide| slide.version == 1));
    }

    /// A channel that has another address now is left alone, and the demo starts without it.
    #[tokio::test]
    async fn a_restart_leaves_a_renamed_channel() {
        let (database, images, demo) = written().await;
        let store = &database.store;
        store.channel_set_alias(demo, "mine".into(), testkit::audit_entry(Action::ChangeAlias)).await.unwrap();
        let before = store.channels().await.unwrap();
        write(store, &images, &Premieres::default(), &system_clock()).await.unwrap();
        let after = store.channels().await.unwrap();
        assert_eq!(after.len(), before.len());
        let mine = after.iter().find(|channel| channel.identity.id == demo).unwrap();
        assert_eq!(mine.identity.alias, "mine");
        assert!(before.iter().any(|channel| channel.identity.id == demo && channel.version == mine.version));
    }

    #[test]
    fn the_next_hour_is_never_now() {
        assert_eq!(until_next_hour(7200), Duration::from_secs(3600));
        assert_eq!(until_next_hour(7199), Duration::from_secs(1));
    }
}
