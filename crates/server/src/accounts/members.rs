//! Short-lived cache of logged-in members, so that the calls of one page view do not each query the database.

use std::hash::Hash;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use cache::Cache;
use domain::account::Member;
use domain::geo::Code;
use domain::ids::{AccountId, ChannelId};
use domain::player_address::NOTE_USE_INTERVAL;
use domain::session_key::KeyHash;
use domain::time::Timestamp;
use store::{LoggedOut, Result, Store};

use crate::clock::Clock;

/// How soon a change that was made on another server is seen here; changes made here are seen at once.
const FRESH: Duration = Duration::from_secs(10);
/// While the database is away, how often it is asked again, and for how long people stay logged in.
const RETRY: Duration = Duration::from_secs(2);
const LAST_RESORT: Duration = Duration::from_secs(60 * 60);
/// Interval, in milliseconds, of recording that a session was used; writing with each request would be too expensive.
const NOTED: i64 = Timestamp::HOUR;

const SESSIONS: u64 = 100_000;
/// Members and their favourites together, some hundred bytes each.
const MEMBERS: u64 = 1_000_000;

/// Notified when an account's access changes, because its playback depends on it.
pub(crate) trait AccessListener: Send + Sync {
    /// A login has ended, or a private address was revoked.
    fn login_ended(&self, channel: ChannelId, session: KeyHash);

    /// Something that an account holds has begun or ended.
    fn access_changed(&self, channel: ChannelId, account: AccountId);
}

pub(crate) struct Members {
    store: Store,
    clock: Clock,
    /// What is played with a session ends with it.
    plays: Arc<dyn AccessListener>,
    sessions: Kept<(ChannelId, KeyHash), AccountId>,
    /// The accounts of private player addresses.
    addresses: Kept<(ChannelId, KeyHash), AccountId>,
    members: Kept<(ChannelId, AccountId), Arc<Member>>,
}

impl Members {
    pub(crate) fn new(store: Store, plays: Arc<dyn AccessListener>, clock: Clock) -> Self {
        Self {
            store,
            clock,
            plays,
            sessions: Kept::new(SESSIONS, |_| 1),
            addresses: Kept::new(SESSIONS, |_| 1),
            members: Kept::new(MEMBERS, |member: &Arc<Member>| {
                u32::try_from(1 + member.favourites.len() + member.entitlements.len()).unwrap_or(u32::MAX)
            }),
        }
    }

    /// The member of a session; `None` if it has ended, does not exist or belongs to another channel.
    pub(crate) async fn of_session(
        &self,
        channel: ChannelId,
        session: KeyHash,
        now: Timestamp,
    ) -> Result<Option<Arc<Member>>> {
        let account = self.sessions.get((channel, session), self.load_account(channel, session, now)).await?;
        match account {
            Some(account) => self.of_account(channel, account).await,
            None => Ok(None),
        }
    }

    /// The member of a private address used from this country; `None` if it was revoked, does not exist or belongs to
    /// another channel.
    pub(crate) async fn of_address(
        &self,
        channel: ChannelId,
        address: KeyHash,
        country: Option<Code>,
        now: Timestamp,
    ) -> Result<Option<Arc<Member>>> {
        let load = self.load_owner(channel, address, country, now);
        match self.addresses.get((channel, address), load).await? {
            Some(account) => self.of_account(channel, account).await,
            None => Ok(None),
        }
    }

    /// An account with what it keeps.
    pub(crate) async fn of_account(&self, channel: ChannelId, account: AccountId) -> Result<Option<Arc<Member>>> {
        self.members.get((channel, account), self.load_member(channel, account)).await
    }

    /// To be called when a session was ended, or a private address revoked.
    pub(crate) async fn session_ended(&self, channel: ChannelId, session: KeyHash) {
        self.sessions.forget(&(channel, session)).await;
        self.addresses.forget(&(channel, session)).await;
        self.plays.login_ended(channel, session);
    }

    /// To be called when an account was logged out everywhere.
    pub(crate) async fn logged_out(&self, channel: ChannelId, logged_out: &LoggedOut) {
        for session in &logged_out.sessions {
            self.session_ended(channel, *session).await;
        }
        self.changed(channel, logged_out.account).await;
    }

    /// Call it when an account or its data changed. Cached members are reloaded at once, so that a member who has just
    /// paid can watch even if the database fails now.
    pub(crate) async fn changed(&self, channel: ChannelId, account: AccountId) {
        let was_known = self.members.forget(&(channel, account)).await;
        self.read_again(channel, account, was_known).await;
    }

    /// The same when something that the account holds has begun or ended. What it plays hears of it before the database
    /// is asked: nothing more is sent of what was paid back.
    pub(crate) async fn access_changed(&self, channel: ChannelId, account: AccountId) {
        let was_known = self.members.forget(&(channel, account)).await;
        self.plays.access_changed(channel, account);
        self.read_again(channel, account, was_known).await;
    }

    async fn read_again(&self, channel: ChannelId, account: AccountId, was_known: bool) {
        if was_known {
            // Should it fail, the next call reads it.
            let _ = self.of_account(channel, account).await;
        }
    }

    async fn load_account(&self, channel: ChannelId, session: KeyHash, now: Timestamp) -> Result<Option<AccountId>> {
        let Some(found) = self.store.session(channel, session, now).await? else { return Ok(None) };
        if now.0 - found.last_used_at.0 > NOTED {
            let store = self.store.clone();
            // Nobody waits for it, and it is tried again with the next call.
            tokio::spawn(async move { store.session_touch(channel, session, now).await });
        }
        Ok(Some(found.account))
    }

    async fn load_owner(
        &self,
        channel: ChannelId,
        address: KeyHash,
        country: Option<Code>,
        now: Timestamp,
    ) -> Result<Option<AccountId>> {
        let Some(found) = self.store.player_address(channel, address).await? else { return Ok(None) };
        if found.last_used_at.is_none_or(|used| now.0 - used.0 > NOTE_USE_INTERVAL) {
            let store = self.store.clone();
            // Nobody waits for it, and it is tried again when the owner is next asked for.
            tokio::spawn(async move { store.player_address_touch(channel, address, country, now).await });
        }
        Ok(Some(found.account))
    }

    async fn load_member(&self, channel: ChannelId, id: AccountId) -> Result<Option<Arc<Member>>> {
        Ok(self.read(channel, id).await?.map(Arc::new))
    }

    /// An account with what it keeps, as the database has it now.
    pub(crate) async fn read(&self, channel: ChannelId, id: AccountId) -> Result<Option<Member>> {
        let Some(account) = self.store.account(channel, id).await? else { return Ok(None) };
        let favourites = self.store.favourites(channel, id).await?.into_iter().collect();
        let entitlements = self.store.entitlements(channel, id, self.clock.now()).await?;
        let clips = self.store.clips_count(channel, id).await?;
        let downloads = self.store.downloads(channel, id).await?;
        let trial_used = self.store.trial_used(channel, id, None).await?;
        Ok(Some(Member { account, favourites, entitlements, clips, downloads, trial_used }))
    }
}

/// Answers of the database that stay good for a moment, and for longer while it is away.
struct Kept<K, V> {
    entries: Cache<K, Entry<V>>,
    /// Counts what was forgotten: something read before a change must not be kept after it.
    changes: AtomicU64,
}

#[derive(Clone)]
struct Entry<V> {
    value: V,
    loaded: Instant,
    ask_again: Instant,
}

impl<K, V> Kept<K, V>
where
    K: Clone + Hash + Eq + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    fn new(capacity: u64, weight: impl Fn(&V) -> u32 + Send + Sync + 'static) -> Self {
        let entries = Cache::builder(capacity)
            .weigher(move |_, entry: &Entry<V>| weight(&entry.value))
            .time_to_live(LAST_RESORT)
            .build();
        Self { entries, changes: AtomicU64::new(0) }
    }

    async fn get(&self, key: K, load: impl Future<Output = Result<Option<V>>>) -> Result<Option<V>> {
        let known = self.entries.get(&key).await;
        let now = Instant::now();
        if let Some(entry) = known.as_ref().filter(|entry| now < entry.ask_again) {
            return Ok(Some(entry.value.clone()));
        }
        let changes = self.changes.load(Ordering::SeqCst);
        let entry = match (load.await, known) {
            (Ok(Some(value)), _) => Entry { value, loaded: now, ask_again: now + FRESH },
            (Ok(None), _) => {
                self.entries.invalidate(&key).await;
                return Ok(None);
            }
            (Err(_), Some(known)) if known.loaded.elapsed() < LAST_RESORT => {
                Entry { ask_again: Instant::now() + RETRY, ..known }
            }
            (Err(cause), _) => return Err(cause),
        };
        let value = entry.value.clone();
        self.entries.insert(key.clone(), entry).await;
        if self.changes.load(Ordering::SeqCst) != changes {
            self.entries.invalidate(&key).await;
        }
        Ok(Some(value))
    }

    /// Says whether it was known.
    async fn forget(&self, key: &K) -> bool {
        self.changes.fetch_add(1, Ordering::SeqCst);
        let was_known = self.entries.get(key).await.is_some();
        self.entries.invalidate(key).await;
        was_known
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Deaf;

    impl AccessListener for Deaf {
        fn login_ended(&self, _: ChannelId, _: KeyHash) {}

        fn access_changed(&self, _: ChannelId, _: AccountId) {}
    }
    use domain::favourite::Kind;

    fn kept() -> Kept<u8, u8> {
        Kept::new(100, |_| 1)
    }

    fn away() -> Result<Option<u8>> {
        Err(store::Error::Unavailable("away".into()))
    }

    #[tokio::test]
    async fn fresh_entry_is_not_loaded_again() {
        let kept = kept();
        assert_eq!(kept.get(1, async { Ok(Some(10)) }).await.unwrap(), Some(10));
        assert_eq!(kept.get(1, async { panic!("it is known") }).await.unwrap(), Some(10));
        kept.forget(&1).await;
        assert_eq!(kept.get(1, async { Ok(None) }).await.unwrap(), None);
        assert_eq!(kept.get(1, async { Ok(Some(11)) }).await.unwrap(), Some(11), "nothing is not kept");
    }

    /// A read that began before a change and ends after it must not bring the old state back.
    #[tokio::test]
    async fn value_read_before_a_change_is_not_kept() {
        let kept = kept();
        let overtaken = kept.get(1, async {
            kept.forget(&1).await;
            Ok(Some(10))
        });
        assert_eq!(overtaken.await.unwrap(), Some(10));
        assert_eq!(kept.get(1, async { Ok(Some(11)) }).await.unwrap(), Some(11));
    }

    #[tokio::test]
    async fn last_answer_stays_while_the_database_is_away() {
        let kept = kept();
        assert!(kept.get(1, async { away() }).await.is_err(), "nobody is known yet");
        let old = Instant::now() - FRESH;
        kept.entries.insert(1, Entry { value: 10, loaded: old, ask_again: old }).await;
        assert_eq!(kept.get(1, async { away() }).await.unwrap(), Some(10));
        let known = kept.entries.get(&1).await.unwrap();
        assert_eq!(known.loaded, old, "it does not become younger by that");
        assert!(known.ask_again > Instant::now());
    }

    /// A member comes with what they keep; a change that was made here is seen by the next call.
    #[tokio::test]
    async fn a_member_comes_with_favourites_and_changes_are_seen() {
        let test = testkit::TestDatabase::new().await;
        let now = Timestamp(1_800_000_000_000);
        let demo = test.store.channel_import(testkit::channel("demo", 1)).await.unwrap();
        let account = test.store.account_create(demo, testkit::account("fan@demo.test")).await.unwrap().unwrap().id;
        let session = KeyHash([1; 32]);
        test.store.session_open(demo, testkit::session(account, session, now), None, None).await.unwrap();
        let members = Members::new(test.store.clone(), Arc::new(Deaf), Clock::new(move || now));
        let kept = async || members.of_session(demo, session, now).await.unwrap().map(|member| member.favourites.len());
        assert_eq!(kept().await, Some(0));

        test.store.favourite_add(demo, account, Kind::Group, 1, now).await.unwrap();
        assert_eq!(kept().await, Some(0), "as another server's change is, for a moment");
        members.changed(demo, account).await;
        assert_eq!(kept().await, Some(1));
        assert_eq!(members.of_session(ChannelId(demo.0 + 1), session, now).await.unwrap(), None);

        test.store.session_close(demo, session).await.unwrap();
        members.session_ended(demo, session).await;
        assert_eq!(kept().await, None);
    }

    #[tokio::test]
    async fn a_session_in_use_is_noted_as_used() {
        let test = testkit::TestDatabase::new().await;
        let (opened, session) = (Timestamp(1_800_000_000_000), KeyHash([1; 32]));
        let demo = test.store.channel_import(testkit::channel("demo", 1)).await.unwrap();
        let account = test.store.account_create(demo, testkit::account("fan@demo.test")).await.unwrap().unwrap().id;
        test.store.session_open(demo, testkit::session(account, session, opened), None, None).await.unwrap();
        let later = opened.plus(2 * Timestamp::HOUR);
        Members::new(test.store.clone(), Arc::new(Deaf), Clock::new(move || later))
            .of_session(demo, session, later)
            .await
            .unwrap();
        let noted = async {
            while test.store.session(demo, session, later).await.unwrap().unwrap().last_used_at != later {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(10), noted).await.expect("the use is noted");
    }
}
