//! Live games whose footage is not drawn yet: they stay upcoming, with an estimated start.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use domain::event::{Event, StreamStatus};
use domain::ids::EventId;
use domain::time::Timestamp;
use store::Store;
use tokio::sync::{Mutex, MutexGuard};

use super::footage::{Footage, first_live};
use super::seed::stored_games;

/// Seconds from the start of the program until the first and the second game, on two cores that do nothing else.
const FORESEEN: [i64; 2] = [15, 45];
/// A start that has to be moved is moved so much further than what is expected, so that it need not be moved again.
const RESERVE: f64 = 1.25;

/// Seconds that a late start is put off at least: one long wait is better than many short ones.
const LEAST_DELAY: i64 = 10;
/// A start is brought forward if that makes it earlier by as much as this, in milliseconds; waiting is no harm otherwise.
const FAR: i64 = 15 * Timestamp::SECOND;

/// When each of them begins. Cheap to clone.
#[derive(Clone, Default)]
pub struct Premieres(Arc<Mutex<Starts>>);

#[derive(Default)]
pub struct Starts(BTreeMap<EventId, Start>);

struct Start {
    /// It is never earlier than this.
    foreseen: Timestamp,
    at: Timestamp,
}

impl Premieres {
    /// Those of the first live games that are neither drawn nor begun nor over.
    pub async fn foresee(store: &Store, footage: &Footage, now: Timestamp) -> Result<Self> {
        let mut awaited = Vec::new();
        for planned in first_live() {
            let stored = stored_games(store, planned.channel).await?;
            let found = stored.iter().find(|game| game.id == planned.event);
            let is_ahead = found.is_none_or(|game| game.status != StreamStatus::Finished && !has_begun(game));
            if is_ahead && !footage.has_live(&planned.game) {
                awaited.push(planned.event);
            }
        }
        Ok(Self::at(awaited.into_iter().zip(FORESEEN.map(|seconds| in_seconds(now, seconds)))))
    }

    fn at(starts: impl IntoIterator<Item = (EventId, Timestamp)>) -> Self {
        let starts = starts.into_iter().map(|(game, at)| (game, Start { foreseen: at, at }));
        Self(Arc::new(Mutex::new(Starts(starts.collect()))))
    }

    pub(crate) async fn lock(&self) -> MutexGuard<'_, Starts> {
        self.0.lock().await
    }
}

impl Starts {
    pub(crate) fn of(&self, game: EventId) -> Option<Timestamp> {
        self.0.get(&game).map(|start| start.at)
    }

    /// Moves a start that will not come true, or need not be so late; whether it has to be announced anew. What is far
    /// away is known less well, and moved less readily.
    pub(crate) fn expect(&mut self, game: EventId, now: Timestamp, ready_in: Duration) -> bool {
        let Some(start) = self.0.get_mut(&game) else { return false };
        let left = (start.at.0 - now.0).max(0);
        let expected = now.plus(i64::try_from(ready_in.as_millis()).unwrap_or(Timestamp::DAY));
        let reserved = in_seconds(now, ready_in.mul_f64(RESERVE).as_secs().cast_signed().saturating_add(1));
        let best = start.foreseen.max(reserved);
        if expected > start.at.plus(left / 4) {
            start.at = best.max(in_seconds(now, LEAST_DELAY));
            return true;
        }
        let is_far = start.at > best.plus(FAR.max(left / 3));
        if is_far {
            start.at = best;
        }
        is_far
    }

    /// Leaves the game to the plan; whether it had a premiere.
    pub(crate) fn cancel(&mut self, game: EventId) -> bool {
        self.0.remove(&game).is_some()
    }

    /// Writes the starts into the plan. One that came is when the game began, until an hour has passed over it.
    pub(super) fn announce(&self, planned: &mut [Event], stored: &[Event]) {
        for game in planned {
            let Some(start) = self.of(game.id) else { continue };
            let has_begun = stored.iter().any(|found| found.id == game.id && has_begun(found));
            if has_begun && start <= game.starts_at {
                continue;
            }
            if !has_begun {
                (game.status, game.score) = (StreamStatus::Upcoming, None);
            }
            let moved = start.0 - game.starts_at.0;
            game.ends_at = game.ends_at.map(|end| end.plus(moved));
            game.starts_at = start;
        }
    }
}

fn has_begun(game: &Event) -> bool {
    game.media.iter().any(|media| media.source.is_own() && media.state.is_open())
}

/// Whole seconds, as the pages count them.
fn in_seconds(now: Timestamp, seconds: i64) -> Timestamp {
    Timestamp::from_seconds(now.plus(999).seconds().saturating_add(seconds))
}

#[cfg(test)]
mod tests {
    use ::footage::Size;
    use domain::event::Timing;
    use domain::ids::ChannelId;
    use media::storage::{Images, Objects};
    use server::system_clock;
    use testkit::TestDatabase;

    use super::*;
    use crate::footage::name;
    use crate::seed;

    const NOW: Timestamp = Timestamp(1_794_713_400_500);

    struct Demo {
        database: TestDatabase,
        images: Images,
    }

    impl Demo {
        async fn written(premieres: &Premieres) -> Self {
            let database = TestDatabase::new().await;
            let media = format!("file:{}", database.folder.path().join("media").display());
            let demo = Self { images: Images::new(Objects::open(&media).unwrap(), 1024 * 1024), database };
            demo.write(premieres).await;
            demo
        }

        async fn write(&self, premieres: &Premieres) {
            seed::write(&self.database.store, &self.images, premieres, &system_clock()).await.unwrap();
        }

        async fn channel(&self) -> ChannelId {
            let channels = self.database.store.channels().await.unwrap();
            channels.iter().find(|channel| channel.identity.alias == "demo").unwrap().identity.id
        }

        async fn first_two(&self) -> [Event; 2] {
            let stored = stored_games(&self.database.store, "demo").await.unwrap();
            ids().map(|id| stored.iter().find(|game| game.id == id).unwrap().clone())
        }
    }

    fn ids() -> [EventId; 2] {
        let first = first_live();
        [first[0].event, first[1].event]
    }

    /// PLAY-05: games are upcoming until they are sent, and the second stays where it is when the first begins.
    #[tokio::test]
    async fn a_premiere_is_upcoming_until_it_is_sent() {
        let now = system_clock().now();
        let starts = FORESEEN.map(|seconds| in_seconds(now, seconds));
        let premieres = Premieres::at(ids().into_iter().zip(starts));
        let demo = Demo::written(&premieres).await;
        let announced = demo.first_two().await;
        for (game, start) in announced.iter().zip(starts) {
            assert_eq!((game.status, game.starts_at, game.score), (StreamStatus::Upcoming, start, None));
            assert_eq!(game.timing, Timing::Stream, "the clock alone does not begin it");
        }
        demo.database.store.stream_begin(demo.channel().await, ids()[0], now).await.unwrap().unwrap();
        demo.write(&premieres).await;
        let [first, second] = demo.first_two().await;
        assert_eq!((first.status, first.starts_at), (StreamStatus::Live, starts[0]));
        assert!(first.score.is_some());
        assert_eq!(second, announced[1]);
    }

    #[tokio::test]
    async fn a_premiere_that_does_not_come_leaves_the_game_as_it_is_planned() {
        let plain = Demo::written(&Premieres::default()).await.first_two().await;
        assert!(plain.iter().all(|game| game.status == StreamStatus::Live));
        let now = system_clock().now();
        let premieres = Premieres::at(ids().map(|id| (id, in_seconds(now, 20))));
        let demo = Demo::written(&premieres).await;
        assert!(premieres.lock().await.cancel(ids()[0]));
        demo.write(&premieres).await;
        let [first, second] = demo.first_two().await;
        assert_eq!((first.status, second.status), (StreamStatus::Live, StreamStatus::Upcoming));
        // The next start may be one without pictures.
        demo.write(&Premieres::default()).await;
        assert!(demo.first_two().await.iter().all(|game| game.status == StreamStatus::Live && game.score.is_some()));
    }

    #[tokio::test]
    async fn a_start_is_moved_to_where_it_comes_true() {
        let premieres = Premieres::at(ids().into_iter().zip([20, 90].map(|seconds| in_seconds(NOW, seconds))));
        let mut starts = premieres.lock().await;
        let [first, second] = ids();
        assert_eq!(starts.of(first), Some(Timestamp::from_seconds(1_794_713_421)), "a whole second");
        assert!(!starts.expect(first, NOW, Duration::from_secs(3)));
        assert!(!starts.expect(second, NOW, Duration::from_secs(110)), "there is time to catch up");
        assert_eq!(starts.of(second), Some(in_seconds(NOW, 90)));
        assert!(starts.expect(first, NOW, Duration::from_secs(40)));
        assert_eq!(starts.of(first), Some(in_seconds(NOW, 51)));
        assert!(!starts.expect(first, NOW.plus(10_000), Duration::from_secs(40)), "it need not be moved again");
        assert!(!starts.expect(first, NOW.plus(1000), Duration::from_secs(30)), "a little early is early enough");
        assert!(starts.expect(first, NOW.plus(2000), Duration::ZERO));
        assert_eq!(starts.of(first), Some(in_seconds(NOW, 20)), "but never before what was foreseen");
        let late = NOW.plus(19_000);
        assert!(starts.expect(first, late, Duration::from_secs(3)));
        assert_eq!(starts.of(first), Some(in_seconds(late, LEAST_DELAY)));
        assert!(!starts.expect(EventId(0), NOW, Duration::from_secs(40)));
    }

    #[tokio::test]
    async fn drawn_or_live_game_has_no_premiere() {
        let folder = tempfile::tempdir().unwrap();
        let footage =
            Footage::open(folder.path().into(), "ffmpeg").await.expect("scripts/setup-system installs ffmpeg");
        let demo = Demo::written(&Premieres::default()).await;
        let store = &demo.database.store;
        let foreseen = async || {
            let premieres = Premieres::foresee(store, &footage, system_clock().now()).await.unwrap();
            let starts = premieres.lock().await;
            ids().map(|id| starts.of(id))
        };
        let [first, second] = foreseen().await.map(Option::unwrap);
        assert_eq!(second.0 - first.0, (FORESEEN[1] - FORESEEN[0]) * Timestamp::SECOND);
        std::fs::write(folder.path().join(name(&first_live()[0].game, Size::HD)), "").unwrap();
        let [drawn, only] = foreseen().await;
        assert!(drawn.is_none() && only.unwrap() < second, "it is the first to be drawn");
        store.stream_begin(demo.channel().await, ids()[1], NOW).await.unwrap().unwrap();
        assert_eq!(foreseen().await, [None, None]);
    }
}
