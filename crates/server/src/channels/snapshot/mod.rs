//! The read model in memory. Reading it never touches the database, so pages keep working while the database is
//! unavailable.

mod games;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use domain::catalogue::Facet;
use domain::channel::{Identity, Profile};
use domain::content::{Content, Page, Slide};
use domain::ids::{ChannelId, EventId};
use domain::pass::{Entitlement, Pass, PassKind};
use domain::provider_id::{ProviderIdKind, ProviderSecrets};
use domain::search::TextIndex;
use domain::secret::Secret;
use domain::site::Window;
use domain::time::Timestamp;
use live::{Schedule, ScheduledGame};
use store::{Store, Version};

use crate::channels::change_feed::FrameSender;
use crate::clock::Clock;
use crate::http::envelope::Data;
use crate::views::event::Teams;
use crate::views::payment::{PaymentSettings, ProviderName};
use crate::views::public::Public;
use crate::views::shop::{ShopWindow, ShownPass};
use crate::views::sign_in::Provider;

pub(crate) use games::{Games, HomeEvents, LiveChanges, home_rails, usual_order};

/// How soon a change made anywhere is seen here.
const POLL: Duration = Duration::from_secs(1);
/// How long a call waits for its own change.
const SEEN_WITHIN: Duration = Duration::from_secs(5);

/// One channel as it was at one version: what its operator keeps, and its games, which change more often.
pub(crate) struct Snapshot {
    kept: Arc<Kept>,
    pub(crate) games: Games,
    pub(crate) shop: ShopWindow,
    /// The change feed of the channel; shared by all versions.
    pub(crate) frames_sender: Arc<FrameSender>,
    version: Version,
}

/// More moments than the slides and pages of a channel have.
const MAX_MOMENTS: i64 = 1 << 11;

/// A number that grows with each edit, and at each moment at which something appears or disappears. All servers count alike.
fn content_version(edits: i64, windows: &[Window], now: Timestamp) -> i64 {
    let passed = windows.iter().flat_map(|window| window.moments()).filter(|at| *at <= now).count();
    edits * MAX_MOMENTS + i64::try_from(passed).unwrap_or(MAX_MOMENTS).min(MAX_MOMENTS - 1)
}

/// What an operator keeps of a channel.
pub(crate) struct Kept {
    pub(crate) identity: Identity,
    pub(crate) profile: Profile,
    provider_secrets: ProviderSecrets,
    /// Viewers are not served.
    pub(crate) is_paused: bool,
    pub(crate) former_aliases: Vec<String>,
    /// Without slides and pages that viewers do not see now, and without links to such pages.
    pub(crate) content: Content,
    /// When a slide or page appears or disappears next.
    until: Option<Timestamp>,
    /// Changes with whatever viewers see of this.
    pub(crate) content_version: i64,
    pub(crate) teams: Teams,
    pub(crate) public: Public,
    pub(crate) team_names: TextIndex,
    pub(crate) school_names: TextIndex,
    pub(crate) sport_names: TextIndex,
}

impl Snapshot {
    /// The passes for sale, as seen by an account with these entitlements.
    pub(crate) fn passes_for(&self, kind: PassKind, held: &[Entitlement]) -> Data<Vec<ShownPass>> {
        ShownPass::all(&self.content, &self.profile, &self.games.catalogue, kind, held)
    }

    pub(crate) fn pass_for(&self, sold: &Pass, held: &[Entitlement]) -> ShownPass {
        ShownPass::of(&self.content, &self.profile, &self.games.catalogue, sold, held)
    }
}

impl Deref for Snapshot {
    type Target = Kept;

    fn deref(&self) -> &Kept {
        &self.kept
    }
}

/// Every channel of this server, swapped as a whole when one changes.
#[derive(Default)]
struct Index {
    by_id: HashMap<ChannelId, Arc<Snapshot>>,
    by_host: HashMap<String, Arc<Snapshot>>,
    by_alias: HashMap<String, Arc<Snapshot>>,
    /// All aliases, former ones too: pictures lie under them.
    aliases: HashSet<String>,
}

impl Index {
    fn of(snapshots: impl IntoIterator<Item = Arc<Snapshot>>) -> Self {
        let mut index = Self::default();
        for snapshot in snapshots {
            for host in &snapshot.identity.hosts {
                index.by_host.insert(host.clone(), snapshot.clone());
            }
            index.aliases.insert(snapshot.identity.alias.clone());
            index.aliases.extend(snapshot.former_aliases.iter().cloned());
            index.by_alias.insert(snapshot.identity.alias.clone(), snapshot.clone());
            index.by_id.insert(snapshot.identity.id, snapshot);
        }
        index
    }
}

/// The other sites that people log in through, by the channel's alias.
pub(crate) type SocialProviders = BTreeMap<String, Vec<Provider>>;

pub(crate) struct Channels {
    index: ArcSwap<Index>,
    social: SocialProviders,
    payments: PaymentSettings,
    /// Development mode: `?channel=alias` stands in for the host name on this machine.
    pub(crate) development: bool,
}

impl Channels {
    /// Reads all channels once; from then on [`Channels::follow`] keeps them fresh.
    pub(crate) async fn load(
        store: &Store,
        social: SocialProviders,
        payments: PaymentSettings,
        development: bool,
        now: Timestamp,
    ) -> store::Result<Arc<Self>> {
        let channels = Self { index: ArcSwap::default(), social, payments, development };
        channels.refresh(store, now).await?;
        Ok(Arc::new(channels))
    }

    /// The payment provider of all channels.
    pub(crate) fn payment_provider(&self) -> ProviderName {
        self.payments.provider
    }

    pub(crate) fn by_host(&self, host: &str) -> Option<Arc<Snapshot>> {
        self.index.load().by_host.get(host).cloned()
    }

    pub(crate) fn by_id(&self, id: ChannelId) -> Option<Arc<Snapshot>> {
        self.index.load().by_id.get(&id).cloned()
    }

    /// Whether a channel is still as it was then.
    pub(crate) fn is_still(&self, id: ChannelId, then: &Arc<Snapshot>) -> bool {
        self.index.load().by_id.get(&id).is_some_and(|now| Arc::ptr_eq(now, then))
    }

    /// The channel that has this game: no two have one of the same id.
    pub(crate) fn of_event(&self, id: EventId) -> Option<(Arc<Snapshot>, Arc<domain::event::Event>)> {
        let index = self.index.load();
        index.by_id.values().find_map(|channel| Some((channel.clone(), channel.games.catalogue.get(id)?.clone())))
    }

    pub(crate) fn all(&self) -> Vec<Arc<Snapshot>> {
        self.index.load().by_id.values().cloned().collect()
    }

    pub(crate) fn by_alias(&self, alias: &str) -> Option<Arc<Snapshot>> {
        self.index.load().by_alias.get(alias).cloned()
    }

    /// Whether a channel that is not deleted has this alias, or had it before.
    pub(crate) fn has_alias(&self, alias: &str) -> bool {
        self.index.load().aliases.contains(alias)
    }

    /// A channel, also a deleted one, which is read for this call alone: what the card provider says of its orders is recorded,
    /// and its members are told.
    pub(crate) async fn even_deleted(
        &self,
        store: &Store,
        id: ChannelId,
        now: Timestamp,
    ) -> store::Result<Option<Arc<Snapshot>>> {
        if let Some(channel) = self.by_id(id) {
            return Ok(Some(channel));
        }
        match store.channel_or_deleted(id).await? {
            Some(channel) => self.build(store, channel, None, now).await.map(Some),
            None => Ok(None),
        }
    }

    /// Waits until a change is seen here, or for a few seconds.
    pub(crate) async fn until(&self, is_seen: impl Fn(&Self) -> bool) {
        let seen = async {
            while !is_seen(self) {
                tokio::time::sleep(POLL / 4).await;
            }
        };
        let _ = tokio::time::timeout(SEEN_WITHIN, seen).await;
    }

    /// Follows changes for as long as the server runs, and moves on the games that the clock moves. While the database
    /// is away the last snapshot stays.
    pub(crate) async fn follow(self: Arc<Self>, store: Store, clock: Clock) {
        let mut away = false;
        loop {
            tokio::time::sleep(POLL).await;
            let followed = async {
                let now = clock.now();
                self.move_due_games(&store, now).await?;
                self.refresh(&store, now).await
            };
            match followed.await {
                Ok(()) if away => {
                    away = false;
                    tracing::info!("database available again");
                }
                Ok(()) => {}
                Err(cause) if !away => {
                    away = true;
                    tracing::warn!(%cause, "database unavailable, serving from memory");
                }
                Err(_) => {}
            }
            metrics::gauge!("touchline_database_away").set(if away { 1.0 } else { 0.0 });
        }
    }

    async fn move_due_games(&self, store: &Store, now: Timestamp) -> store::Result<()> {
        for (id, channel) in &self.index.load_full().by_id {
            let catalogue = &channel.games.catalogue;
            for game in catalogue.found(&catalogue.any_of(&[Facet::Timed])) {
                if let Some(next) = game.due(now)
                    && store.event_move(*id, game.id, game.status, next, now).await?
                {
                    tracing::info!(channel = %id, game = %game.id, from = ?game.status, to = ?next, "game status changed by schedule");
                }
            }
        }
        Ok(())
    }

    /// Rebuilds the changed parts of each channel and drops deleted ones.
    async fn refresh(&self, store: &Store, now: Timestamp) -> store::Result<()> {
        let known = self.index.load_full();
        let versions = store.channel_versions().await?;
        let current = |id: &ChannelId, version: &Version| {
            known.by_id.get(id).filter(|known| known.version == *version && !known.is_over(now))
        };
        if versions.len() == known.by_id.len() && versions.iter().all(|(id, version)| current(id, version).is_some()) {
            return Ok(());
        }
        let mut snapshots = Vec::new();
        for channel in store.channels().await? {
            let before = known.by_id.get(&channel.identity.id);
            snapshots.push(match before {
                Some(known) if known.version == channel.version && !known.is_over(now) => known.clone(),
                _ => self.build(store, channel, before.cloned(), now).await?,
            });
        }
        self.index.store(Arc::new(Index::of(snapshots.iter().cloned())));
        for snapshot in &snapshots {
            snapshot.frames_sender.tell(snapshot);
        }
        Ok(())
    }

    async fn build(
        &self,
        store: &Store,
        channel: store::Channel,
        before: Option<Arc<Snapshot>>,
        now: Timestamp,
    ) -> store::Result<Arc<Snapshot>> {
        let id = channel.identity.id;
        let is_kept =
            |before: &&Arc<Snapshot>| before.version.content == channel.version.content && !before.is_over(now);
        let kept = before.as_ref().filter(is_kept);
        let content = match kept {
            Some(_) => None,
            None => Some(store.content(id).await?),
        };
        let changed = match &before {
            Some(before) => store.events_since(id, before.version.games).await?,
            None => store.events(id).await?,
        };
        let mut social: BTreeSet<Provider> =
            self.social.get(&channel.identity.alias).into_iter().flatten().copied().collect();
        for (provider, kind) in LOGINS {
            social.extend(client(&channel.profile, &channel.provider_secrets, kind).map(|_| provider));
        }
        let social = social.into_iter().collect();
        let payments = self.payments.clone();
        // Indexing, serialising and compressing take too long for a thread that answers visitors.
        let built = tokio::task::spawn_blocking(move || {
            assemble(social, payments, channel, content, changed, before.as_deref(), now)
                .map(Arc::new)
                .map_err(|cause| store::Error::Conflict(cause.to_string()))
        });
        built.await.map_err(|cause| store::Error::Conflict(cause.to_string()))?
    }
}

impl Schedule for Channels {
    fn game(&self, id: EventId) -> Option<ScheduledGame> {
        let (channel, game) = self.of_event(id)?;
        let identity = &channel.identity;
        Some(ScheduledGame { channel: identity.id, key_secret: identity.key_secret.clone(), status: game.status })
    }
}

/// What lets people in by an id and a secret of the channel's own.
const LOGINS: [(Provider, ProviderIdKind); 2] =
    [(Provider::Google, ProviderIdKind::GoogleLogin), (Provider::Facebook, ProviderIdKind::FacebookLogin)];

fn client<'a>(
    profile: &'a Profile,
    secrets: &'a ProviderSecrets,
    kind: ProviderIdKind,
) -> Option<(&'a str, &'a Secret<String>)> {
    let id = profile.provider_id(kind)?;
    Some((id, secrets.of(kind, id)?))
}

fn assemble(
    social: Vec<Provider>,
    payments: PaymentSettings,
    channel: store::Channel,
    content: Option<Content>,
    changed: Vec<domain::event::Event>,
    before: Option<&Snapshot>,
    now: Timestamp,
) -> Result<Snapshot, serde_json::Error> {
    let (reindex, version) = (content.is_some(), channel.version);
    let kept = match (content, before) {
        (None, Some(before)) => before.kept.clone(),
        (content, _) => {
            let content = content.unwrap_or_default();
            Arc::new(Kept::of(social, payments, channel, content, now)?)
        }
    };
    let games_before = before.map(|before| &before.games);
    let catalogue = Games::catalogue_after(games_before, changed, &kept.content, reindex);
    let games = Games::of(version.games, catalogue, &kept.teams, games_before)?;
    let shop = ShopWindow::of(&kept.content, &kept.profile, &games.catalogue, before.map(|before| &before.shop))?;
    let shown = Version { content: kept.content_version, ..version };
    let frames_sender = before.map_or_else(|| Arc::new(FrameSender::new(shown)), |before| before.frames_sender.clone());
    Ok(Snapshot { kept, games, shop, frames_sender, version })
}

impl Kept {
    /// The id of this kind with its secret, if the channel has both.
    pub(crate) fn provider_client(&self, kind: ProviderIdKind) -> Option<(&str, &Secret<String>)> {
        client(&self.profile, &self.provider_secrets, kind)
    }

    /// Whether a slide or page should have appeared or disappeared since.
    fn is_over(&self, now: Timestamp) -> bool {
        self.until.is_some_and(|until| until <= now)
    }

    fn of(
        social: Vec<Provider>,
        payments: PaymentSettings,
        channel: store::Channel,
        mut content: Content,
        now: Timestamp,
    ) -> Result<Self, serde_json::Error> {
        let store::Channel { identity, profile, provider_secrets, version, former_aliases, paused_at, .. } = channel;
        let windows = content.slides.iter().map(Slide::window).chain(content.pages.iter().map(Page::window));
        let windows: Vec<Window> = windows.collect();
        let until = windows.iter().filter_map(|window| window.next_change(now)).min();
        let content_version = content_version(version.content, &windows, now);
        content.show_at(now);
        let is_paused = paused_at.is_some();
        let public = Public::of(&identity, &profile, &content, content_version, is_paused, social, payments)?;
        Ok(Self {
            teams: Teams::of(&content, &identity),
            team_names: TextIndex::of(content.participants.iter().map(|team| team.name.as_str())),
            school_names: TextIndex::of(content.groups.iter().map(|school| school.name.as_str())),
            sport_names: TextIndex::of(content.categories.iter().map(|sport| sport.name.as_str())),
            identity,
            profile,
            provider_secrets,
            is_paused,
            former_aliases,
            content,
            until,
            content_version,
            public,
        })
    }
}
