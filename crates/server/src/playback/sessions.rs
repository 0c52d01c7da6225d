//! Play sessions: which account plays what. They are kept in memory only; after a restart a session is restored from
//! its token if its viewer still has access, so that playback continues.
//!
//! A session begins with the first playback URL that a viewer gets, and can be ended at any time. In the networks that
//! it is used from, all its tokens stay valid while newer ones are issued to it, because casting devices and native
//! players cannot change their URL. It counts as one of the account's streams from its first media request until half a
//! minute after its last. It counts as more than one if the account's sessions are used in more networks than they have
//! viewers.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock, Weak};

use domain::account::Capability;
use domain::ids::{AccountId, ChannelId, ClipId, EventId, MediaId, VodItemId};
use domain::playback::PlaySession;
use domain::session_key::KeyHash;
use domain::time::Timestamp;

use super::networks::{NetworkSlots, ViewerNetwork};
use crate::accounts::members::AccessListener;
use crate::recordings::clips::ClipFile;

/// A stream that asked for nothing for this long has ended.
const IDLE: i64 = 30 * Timestamp::SECOND;
/// A session used within this time keeps its slot without a check.
const FRESH: i64 = IDLE / 2;
/// Interval of the access check of a session. Members are cached for ten seconds, so playback ends at most half a
/// minute after access does.
const CHECK_INTERVAL: i64 = 20 * Timestamp::SECOND;
/// The same of a download, which takes minutes with one request: T54.
const CHECK_DOWNLOAD_INTERVAL: i64 = 3 * Timestamp::SECOND;
/// How long a download that began may take, with its pauses.
const DOWNLOAD_TIME: i64 = 6 * Timestamp::HOUR;

const SHARDS: usize = 64;
/// In all a quarter of a million.
const MAX_IN_SHARD: usize = 4_096;
/// Limit per login: a member who opens many pages.
const MAX_OF_LOGIN: usize = 64;

/// What a session plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Subject {
    Game(EventId),
    Film(VodItemId),
    /// A clip of a game, as a file of this form.
    Clip {
        clip: ClipId,
        event: EventId,
        file: ClipFile,
    },
}

/// The account that plays, and the key that it is logged in with, or that its player's address has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Login {
    pub(crate) account: AccountId,
    pub(crate) session: KeyHash,
}

pub(crate) struct Play {
    pub(crate) channel: ChannelId,
    pub(crate) subject: Subject,
    /// Absent for viewers without an account.
    pub(crate) login: Option<Login>,
    /// What its account has to be allowed besides watching: for downloads alone.
    pub(crate) capability: Option<Capability>,
    /// The video that a player plays by a private address.
    pub(crate) by_address: Option<MediaId>,
    valid_until: AtomicI64,
    /// 0 until the first media.
    last_used: AtomicI64,
    checked_at: AtomicI64,
    ended: AtomicBool,
    taken_over: AtomicBool,
    /// Where a download was begun from.
    begun_from: OnceLock<ViewerNetwork>,
    networks: NetworkSlots,
}

impl Play {
    pub(crate) fn new(
        channel: ChannelId,
        subject: Subject,
        login: Option<Login>,
        now: Timestamp,
        until: Timestamp,
    ) -> Self {
        Self {
            channel,
            subject,
            login,
            capability: None,
            by_address: None,
            valid_until: AtomicI64::new(until.0),
            last_used: AtomicI64::new(0),
            checked_at: AtomicI64::new(now.0),
            ended: AtomicBool::new(false),
            taken_over: AtomicBool::new(false),
            begun_from: OnceLock::new(),
            networks: NetworkSlots::default(),
        }
    }

    /// A file to take along, for as long as its account may.
    pub(crate) fn of_download(
        channel: ChannelId,
        subject: Subject,
        login: Login,
        capability: Capability,
        now: Timestamp,
        until: Timestamp,
    ) -> Self {
        Self { capability: Some(capability), ..Self::new(channel, subject, Some(login), now, until) }
    }

    /// What a television or another player plays by a private address.
    pub(crate) fn of_address(
        channel: ChannelId,
        subject: Subject,
        media: MediaId,
        login: Login,
        now: Timestamp,
        until: Timestamp,
    ) -> Self {
        Self { by_address: Some(media), ..Self::new(channel, subject, Some(login), now, until) }
    }

    pub(crate) fn is_good(&self, now: Timestamp) -> bool {
        !self.ended.load(Relaxed) && now.0 < self.valid_until.load(Relaxed)
    }

    pub(crate) fn was_taken_over(&self) -> bool {
        self.taken_over.load(Relaxed)
    }

    /// Whether its expired tokens are accepted in this network.
    pub(crate) fn is_known_at(&self, place: ViewerNetwork) -> bool {
        self.networks.last_used(place).is_some()
    }

    /// Adds the network that requested a playback URL.
    pub(crate) fn expect_at(&self, place: ViewerNetwork, now: Timestamp) {
        // As lately as can be without being a stream.
        self.networks.remember(place, now.0 - IDLE);
    }

    /// Newer tokens keep the older ones good, where they are known.
    pub(crate) fn renew(&self, now: Timestamp, until: Timestamp) {
        self.valid_until.fetch_max(until.0, Relaxed);
        self.checked_at.fetch_max(now.0, Relaxed);
    }

    pub(crate) fn end(&self) {
        self.ended.store(true, Relaxed);
    }

    /// Whether something that the account held has ended since the session was last asked about.
    pub(crate) fn has_news(&self) -> bool {
        self.checked_at.load(Relaxed) == 0
    }

    /// Whether this caller has to do the next access check.
    pub(crate) fn is_due(&self, now: Timestamp) -> bool {
        let checked = self.checked_at.load(Relaxed);
        let every = if self.capability.is_some() { CHECK_DOWNLOAD_INTERVAL } else { CHECK_INTERVAL };
        now.0 - checked >= every && self.checked_at.compare_exchange(checked, now.0, Relaxed, Relaxed).is_ok()
    }

    /// Begins a download, once; what was begun may be gone on with from the same place.
    pub(crate) fn begin_download(&self, from: ViewerNetwork, goes_on: bool, now: Timestamp) -> bool {
        if self.begun_from.set(from).is_ok() {
            self.valid_until.fetch_max(now.plus(DOWNLOAD_TIME).0, Relaxed);
            return true;
        }
        goes_on && self.begun_from.get() == Some(&from)
    }

    fn use_at(&self, place: ViewerNetwork, now: Timestamp) {
        self.networks.remember(place, now.0);
        self.last_used.store(now.0, Relaxed);
    }

    pub(crate) fn is_streaming(&self, now: Timestamp) -> bool {
        !self.ended.load(Relaxed) && now.0 - self.last_used.load(Relaxed) < IDLE
    }

    fn is_unused(&self) -> bool {
        self.last_used.load(Relaxed) == 0 && self.begun_from.get().is_none()
    }
}

/// How many streams the sessions of one account count as. Two networks are one viewer, who changes networks or casts to
/// a television. Each further network counts as another viewer, whether one session is shared or several are.
#[derive(Default)]
struct Streams {
    /// Each by its own networks.
    by_session: usize,
    /// Of all of them, some more than once.
    places: Vec<ViewerNetwork>,
}

impl Streams {
    fn of<'a>(plays: impl Iterator<Item = &'a Arc<Play>>, now: Timestamp) -> Self {
        plays.fold(Self::default(), |streams, play| streams.and(play, None, now))
    }

    /// With another session, which also plays at this place.
    fn and(mut self, play: &Play, also: Option<ViewerNetwork>, now: Timestamp) -> Self {
        let mut own: Vec<ViewerNetwork> = play.networks.used_since(now.0 - IDLE).chain(also).collect();
        self.by_session += match play.by_address {
            None => viewers(&mut own).max(1),
            Some(_) => households(&own).max(1),
        };
        self.places.extend(own);
        self
    }

    fn count(mut self) -> usize {
        self.by_session.max(viewers(&mut self.places))
    }
}

fn viewers(places: &mut Vec<ViewerNetwork>) -> usize {
    places.sort_unstable();
    places.dedup();
    places.len().saturating_sub(1)
}

/// What one private address counts as, which stands in a player and does not move: each network is a stream. A
/// household has one of each kind, and its television may use both at once.
fn households(places: &[ViewerNetwork]) -> usize {
    let mut own = places.to_vec();
    own.sort_unstable();
    own.dedup();
    let ipv4 = own.iter().filter(|place| place.is_ipv4()).count();
    ipv4.max(own.len() - ipv4)
}

/// All of this server's sessions. Finding one is all that viewers share, in one of many parts.
pub(crate) struct PlaySessions {
    shards: Vec<RwLock<Tidied<PlaySession, Arc<Play>>>>,
    people: Mutex<People>,
}

#[derive(Default)]
struct People {
    /// Sessions that count as streams.
    streams: Tidied<(ChannelId, AccountId), Vec<Arc<Play>>>,
    logins: Tidied<(ChannelId, KeyHash), Vec<Weak<Play>>>,
    /// Downloads, which count as no streams.
    downloads: Tidied<(ChannelId, AccountId), Vec<Weak<Play>>>,
}

impl PlaySessions {
    pub(crate) fn new() -> Self {
        Self { shards: (0..SHARDS).map(|_| RwLock::default()).collect(), people: Mutex::default() }
    }

    pub(crate) fn find(&self, session: &PlaySession) -> Option<Arc<Play>> {
        let shard = self.shard(session).read().unwrap_or_else(PoisonError::into_inner);
        shard.entries.get(session).cloned()
    }

    /// Adds a session and returns the stored one: if two requests add the same session, the first wins. At the limit,
    /// an unused session is removed; `None` if all are in use.
    pub(crate) fn insert(&self, session: PlaySession, play: Arc<Play>, now: Timestamp) -> Option<Arc<Play>> {
        if let Some(login) = play.login {
            self.remember_login((play.channel, login.session), &play, now);
            if play.capability.is_some() {
                self.remember_download((play.channel, login.account), &play, now);
            }
        }
        let mut shard = self.shard(&session).write().unwrap_or_else(PoisonError::into_inner);
        shard.tidy(|_, play| play.is_good(now));
        if shard.entries.len() >= MAX_IN_SHARD {
            shard.entries.retain(|_, play| play.is_good(now));
        }
        if shard.entries.len() >= MAX_IN_SHARD {
            let unused = shard.entries.iter().find(|(_, play)| play.is_unused()).map(|(session, _)| *session);
            shard.entries.remove(&unused?);
        }
        Some(shard.entries.entry(session).or_insert(play).clone())
    }

    /// Puts a session in the place of the one before, which ends. Where two do so at once, the first stays.
    pub(crate) fn replace(&self, session: PlaySession, play: Arc<Play>, now: Timestamp) -> Option<Arc<Play>> {
        let before = {
            let mut shard = self.shard(&session).write().unwrap_or_else(PoisonError::into_inner);
            shard.entries.remove(&session)
        };
        before.inspect(|play| play.end());
        self.insert(session, play, now)
    }

    /// Gives a session one of its account's streams in this network, or keeps it; false if others use all of them.
    /// Viewers without an account cannot be told apart, so each such session has its own limit.
    pub(crate) fn admit(&self, play: &Arc<Play>, place: ViewerNetwork, most: u32, now: Timestamp) -> bool {
        // Only authorized ones are ever used, and none takes their place before they are idle.
        if let Some(used) = play.networks.last_used(place).filter(|used| now.0 - used < FRESH) {
            // Not with each piece: cores that write to the same memory wait for each other.
            if now.0 - used >= Timestamp::SECOND {
                play.use_at(place, now);
            }
            return true;
        }
        let mut people = self.people();
        people.streams.tidy(|_, plays| plays.iter().any(|play| play.is_streaming(now)));
        let mut alone = Vec::from_iter(play.is_streaming(now).then(|| play.clone()));
        let streams = match play.login {
            Some(login) => people.streams.entries.entry((play.channel, login.account)).or_default(),
            None => &mut alone,
        };
        streams.retain(|other| other.is_streaming(now));
        let has_one = streams.iter().any(|other| Arc::ptr_eq(other, play));
        let had = Streams::of(streams.iter(), now).count();
        let others = streams.iter().filter(|other| !Arc::ptr_eq(other, play));
        let wanted = Streams::of(others, now).and(play, Some(place), now).count();
        // A limit that was lowered ends nobody's stream.
        let is_over = wanted > had && wanted > most as usize;
        if is_over || !play.networks.has_room(place, now.0 - IDLE) {
            return false;
        }
        if !has_one {
            streams.push(play.clone());
        }
        play.use_at(place, now);
        true
    }

    /// Whether the account's streams are all in use by other sessions.
    pub(crate) fn is_full(
        &self,
        channel: ChannelId,
        account: AccountId,
        but: Option<&Arc<Play>>,
        most: u32,
        now: Timestamp,
    ) -> bool {
        let people = self.people();
        let streams = people.streams.entries.get(&(channel, account)).map_or(&[][..], Vec::as_slice);
        let is_other = |play: &&Arc<Play>| play.is_streaming(now) && but.is_none_or(|own| !Arc::ptr_eq(own, play));
        Streams::of(streams.iter().filter(is_other), now).count() >= most as usize
    }

    /// Ends the account's other streams.
    pub(crate) fn take_over(&self, channel: ChannelId, account: AccountId, but: Option<&Arc<Play>>) {
        let mut people = self.people();
        let Some(streams) = people.streams.entries.get_mut(&(channel, account)) else { return };
        streams.retain(|play| {
            let is_own = but.is_some_and(|own| Arc::ptr_eq(own, play));
            if !is_own {
                play.taken_over.store(true, Relaxed);
                play.end();
            }
            is_own
        });
    }

    fn remember_login(&self, login: (ChannelId, KeyHash), play: &Arc<Play>, now: Timestamp) {
        let is_good = |play: &Weak<Play>| play.upgrade().is_some_and(|play| play.is_good(now));
        let mut people = self.people();
        people.logins.tidy(|_, plays| plays.iter().any(is_good));
        let plays = people.logins.entries.entry(login).or_default();
        if plays.len() >= MAX_OF_LOGIN {
            plays.retain(is_good);
        }
        if plays.len() >= MAX_OF_LOGIN {
            // A viewer who opens so many at once has left the first of them.
            plays.remove(0).upgrade().inspect(|play| play.end());
        }
        plays.push(Arc::downgrade(play));
    }

    fn remember_download(&self, account: (ChannelId, AccountId), play: &Arc<Play>, now: Timestamp) {
        let is_good = |play: &Weak<Play>| play.upgrade().is_some_and(|play| play.is_good(now));
        let mut people = self.people();
        people.downloads.tidy(|_, plays| plays.iter().any(is_good));
        let plays = people.downloads.entries.entry(account).or_default();
        // As many as its account may have within thirty days, and those that have ended make room.
        plays.retain(is_good);
        plays.push(Arc::downgrade(play));
    }

    fn shard(&self, session: &PlaySession) -> &RwLock<Tidied<PlaySession, Arc<Play>>> {
        // Sessions are random, so any byte of them spreads them evenly.
        &self.shards[usize::from(session[0]) % SHARDS]
    }

    fn people(&self) -> MutexGuard<'_, People> {
        self.people.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A map that is cleared of what is over whenever it has doubled: it stays within twice of what is needed.
struct Tidied<K, V> {
    entries: HashMap<K, V>,
    tidy_at: usize,
}

impl<K, V> Default for Tidied<K, V> {
    fn default() -> Self {
        Self { entries: HashMap::new(), tidy_at: 0 }
    }
}

impl<K: Hash + Eq, V> Tidied<K, V> {
    const LEAST: usize = 64;

    fn tidy(&mut self, is_needed: impl Fn(&K, &V) -> bool) {
        if self.entries.len() >= self.tidy_at {
            self.entries.retain(|key, value| is_needed(key, value));
            self.tidy_at = Self::LEAST.max(2 * self.entries.len());
        }
    }
}

impl AccessListener for PlaySessions {
    /// Ends what is played with a login that has ended.
    fn login_ended(&self, channel: ChannelId, session: KeyHash) {
        let plays = self.people().logins.entries.remove(&(channel, session)).unwrap_or_default();
        plays.iter().filter_map(Weak::upgrade).for_each(|play| play.end());
    }

    /// Triggers an access check of all sessions of the account.
    fn access_changed(&self, channel: ChannelId, account: AccountId) {
        let people = self.people();
        let streams = people.streams.entries.get(&(channel, account)).map_or(&[][..], Vec::as_slice);
        let downloads = people.downloads.entries.get(&(channel, account)).map_or(&[][..], Vec::as_slice);
        streams.iter().for_each(|play| play.checked_at.store(0, Relaxed));
        downloads.iter().filter_map(Weak::upgrade).for_each(|play| play.checked_at.store(0, Relaxed));
    }
}

#[cfg(test)]
mod tests;
