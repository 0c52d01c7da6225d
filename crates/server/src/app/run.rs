//! Start and stop. Listeners open after everything else is ready and close before everything else stops.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use cache::Limiter;
use domain::commerce::renewal::Grace;
use domain::rate::Rate;
use domain::secret::Secret;
use live::live_streams::LiveStreams;
use live::node_id;
use live::{Encoders, Hub, ListenError};
use media::ffmpeg::Ffmpeg;
use media::storage::{Images, Pictures, RecordingStore};
use store::{JobKind, Store};
use tokio::fs::DirBuilder;
use tokio::net::TcpListener;
use tokio::runtime::Handle;
use transport::core_threads::CoreThreads;
use transport::listener;
use transport::listener::Limits;

use crate::accounts::captcha::Captcha;
use crate::accounts::countries::{Countries, CountriesError};
use crate::accounts::members::Members;
use crate::accounts::passwords::Passwords;
use crate::accounts::setup_link::SetupLink;
use crate::accounts::social::Social;
use crate::accounts::social::stand_in;
use crate::accounts::throttle::{LoginTries, TryLimits};
use crate::app::config::{Config, OptionalPort};
use crate::app::live_settings::live_settings;
use crate::app::service::HttpService;
use crate::channels::change_feed::ChangeFeed;
use crate::channels::followers::Followers;
use crate::channels::long_work::LongWork;
use crate::channels::member_feed::MemberFeed;
use crate::channels::presence::{self, Presence};
use crate::channels::snapshot::Channels;
use crate::cleanup::erased_channels::{self, ErasedChannels};
use crate::cleanup::removed_pictures::RemovedPictures;
use crate::clock::Clock;
use crate::commerce::{self, AccessListeners, Commerce, CommerceJobs, Provider, ProviderStartError, Sweep};
use crate::http::metrics;
use crate::mailer::email::Mailer;
use crate::mailer::test_mail::TestMails;
use crate::mailer::worker::{self as mail_worker, MailWorker};
use crate::pages::page::{Pages, Shell, ShellSettings};
use crate::playback::{CaptionTexts, PlaySessions, Playback, PlaybackParts, Stills};
use crate::providers::ProviderChecks;
use crate::recordings::archiver::Archiver;
use crate::recordings::clips::{self, ClipMaker, ClipRemoval, Clips, Exporter};
use crate::recordings::footage::Footage;
use crate::recordings::ladders::Ladders;
use crate::recordings::replaced::ReplacedRecordings;
use crate::recordings::stored::FileKey;
use crate::recordings::stored::Recordings;
use crate::recordings::uploads::{self, Importer, Inbox};
use crate::stand_ins::StandIns;
use crate::state::App;
use crate::state::AppParts;
use crate::state::readiness::Readiness;
use crate::state::slots::Slots;
use crate::webhooks::{self, WebhookJobs, WebhookSender, WebhookSweep};
use crate::workers::{Jobs, Tasks};

/// Why the server could not start, or had to end.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error("cannot listen on {address} ({setting}): {cause}")]
    Listen { address: SocketAddr, setting: &'static str, cause: std::io::Error },
    #[error(transparent)]
    Encoders(#[from] ListenError),
    #[error(transparent)]
    Store(#[from] store::Error),
    #[error("{0}")]
    Shell(String),
    #[error(transparent)]
    Countries(#[from] CountriesError),
    #[error("MEDIA_URL: {0}")]
    Media(#[from] media::storage::StorageError),
    #[error("SMTP_URL: {0}")]
    Smtp(#[from] mail::SmtpUrlError),
    #[error("payments: {0}")]
    Payments(#[from] ProviderStartError),
    #[error("cannot start the video threads: {0}")]
    CoreThreads(std::io::Error),
    #[error("cannot write the set-up link: {0}")]
    SetupLink(std::io::Error),
    #[error("the database writer stopped unexpectedly")]
    WriterDied,
    #[error("the {0} task stopped unexpectedly")]
    TaskDied(&'static str),
}

/// 60/min per network: a household whose players keep using a revoked address.
const WRONG_ADDRESSES: Rate = Rate::per_minute(60);
/// The part of all connections that may wait for live changes: three of four.
const FOLLOWERS: (usize, usize) = (3, 4);

/// A server that answers.
pub struct Running {
    pub address: SocketAddr,
    /// Absent when switched off.
    pub metrics_address: Option<SocketAddr>,
    /// Where encoders push to. Absent when switched off.
    pub rtmp_address: Option<SocketAddr>,
    store: Store,
    app: App,
    tasks: Tasks,
    stop_grace: Duration,
    /// To the end: connections to the database and the bucket may have been opened there.
    _core_threads: Arc<CoreThreads<FileKey>>,
}

/// Loads every channel, then opens the listeners.
pub async fn start(
    config: &Config,
    store: Store,
    images: Images,
    stand_ins: StandIns,
    clock: Clock,
) -> Result<Running, RunError> {
    let settings = ShellSettings {
        recaptcha: config.captcha.recaptcha.is_some(),
        stripe: config.stripe.is_some(),
        development: config.development,
    };
    let shell = Shell::load(settings).map_err(|cause| RunError::Shell(cause.to_string()))?;
    let provider = Provider::of(config.stripe.as_ref(), config.listen, &store, stand_ins.payments, clock.now()).await?;
    let mut social = config.social.clone();
    let aliases = store.channels().await?.into_iter().map(|channel| channel.identity.alias).collect();
    if let Some(login) = &stand_ins.login {
        // Which sites there are; where the stand-in is reached is known once there is a port.
        stand_in::add_to(&mut social, login.as_ref(), &aliases, SocketAddr::new(config.listen, config.port));
    }
    let providers = social.into_iter().map(|(alias, channel)| (alias, channel.providers())).collect();
    let channels = Channels::load(&store, providers, provider.settings(), config.development, clock.now()).await?;
    let countries = Arc::new(Countries::open(config.geo_database.as_deref())?);
    let smtp = config.smtp_url.as_ref().map(mail::Smtp::new).transpose()?;
    let recording_store = RecordingStore::new(images.objects().clone(), &config.data_dir);
    // There from the start, so that it can be asked how much room it has.
    let folder = DirBuilder::new().recursive(true).mode(0o700).create(recording_store.root()).await;
    folder.map_err(media::storage::StorageError::from)?;
    let inbox = Arc::new(
        Inbox::open(&config.data_dir, config.upload_max_mb, config.disk_refuse_mb)
            .await
            .map_err(media::storage::StorageError::from)?,
    );
    let live_streams: Arc<LiveStreams> = Arc::default();
    let node_id = node_id::open(&config.data_dir).await.map_err(media::storage::StorageError::from)?;
    let settings = live_settings(config, recording_store.root().to_owned(), node_id);
    let ffmpeg = if settings.has_renditions() { find_ffmpeg().await } else { None };
    let hub = Hub::new(store.clone(), channels.clone(), live_streams.clone(), settings, ffmpeg.clone(), clock.clone());
    hub.resume().await?;
    let mut tasks = Tasks::new();

    let metrics_address = match config.metrics_port {
        OptionalPort::Off => None,
        OptionalPort::On(port) => {
            let address = SocketAddr::from(([127, 0, 0, 1], port));
            let served = metrics::serve(address, tasks.stop()).await;
            Some(served.map_err(|cause| RunError::Listen { address, setting: "METRICS_PORT", cause })?)
        }
    };
    let address = SocketAddr::new(config.listen, config.port);
    let refused = |cause| RunError::Listen { address, setting: "PORT", cause };
    let listener = TcpListener::bind(address).await.map_err(refused)?;
    let address = listener.local_addr().map_err(refused)?;

    let setup_link = open_setup_link(config, &store, address).await?;
    let plays = Arc::new(PlaySessions::new());
    let members = Arc::new(Members::new(store.clone(), plays.clone(), clock.clone()));
    let mut social = config.social.clone();
    let mut mounted = Vec::new();
    let payment_stand_in = provider.open_stand_in(&mut mounted, address.port(), &channels).await?;
    if let Some(login) = &stand_ins.login {
        stand_in::add_to(&mut social, login.as_ref(), &aliases, address);
        stand_in::mount(&mut mounted, login.as_ref(), config.development, address, &channels);
    }
    let member_feed: Arc<MemberFeed> = Arc::default();
    let open_to = AccessListeners { members: members.clone(), pages: member_feed.clone() };
    let grace = Grace { days: config.renewal_grace_days };
    let selling = Commerce::new(&store, &channels, open_to, &provider, address.port(), grace, &clock)?;
    let recordings = Arc::new(Recordings::new(recording_store.clone(), config.media_cache_mb * 1024 * 1024));
    let footage = Footage { live_streams: live_streams.clone(), recordings: recordings.clone() };
    let clips = Arc::new(Clips::new(store.clone(), recording_store.clone(), footage.clone(), clock.clone()));
    let playback = Playback::new(PlaybackParts {
        clock: clock.clone(),
        home: Handle::current(),
        channels: channels.clone(),
        members: members.clone(),
        countries: countries.clone(),
        plays,
        live_streams,
        recordings: recordings.clone(),
        footage: footage.clone(),
        clips: clips.clone(),
        stills: Stills::new(),
        captions: CaptionTexts::new(store.clone()),
        wrong_addresses: Limiter::new(WRONG_ADDRESSES),
        started_at: clock.now(),
    });
    let at = |port| match port {
        OptionalPort::Off => None,
        OptionalPort::On(port) => Some(SocketAddr::new(config.rtmp_listen, port)),
    };
    let encoders = Encoders::listen(at(config.rtmp_port), at(config.srt_port), config.srt_passphrase.clone()).await?;
    let rtmp_address = encoders.rtmp_address();
    let webhook_sender = Arc::new(WebhookSender::new(config.development));
    let mailer = Mailer { port: address.port() };
    let presence = Arc::new(Presence::new(store.clone(), clock.clone()));
    let app = App(Arc::new(AppParts {
        clock: clock.clone(),
        channels: channels.clone(),
        members,
        checkout: selling.checkout,
        subscriptions: selling.subscriptions.clone(),
        reconciler: selling.reconciler.clone(),
        provider_events: selling.provider_events.clone(),
        not_for_sale: provider.closed(),
        playback: playback.clone(),
        footage,
        clips: clips.clone(),
        change_feed: ChangeFeed { channels: channels.clone(), members: member_feed, stop: tasks.stop() },
        long_work: Arc::new(LongWork::new(clock.clone())),
        presence: presence.clone(),
        webhook_sender: webhook_sender.clone(),
        provider_checks: ProviderChecks::new(config.provider_urls.clone(), config.development),
        mailer,
        gateway: selling.gateway.clone(),
        rtmp_address,
        test_mails: TestMails::new(smtp.clone(), config.mail_from.clone(), config.has_dev_mailbox),
        hub: hub.clone(),
        inbox: inbox.clone(),
        passwords: Passwords::new(),
        setup_link,
        login_tries: LoginTries::new(),
        operator_tries: LoginTries::new(),
        social: Social::new(social, config.provider_urls.clone()),
        store: store.clone(),
        images: images.clone(),
        pictures: Pictures::new(images.clone()),
        limits: TryLimits::new(),
        captcha: Captcha::new(
            &config.captcha,
            config.provider_urls.recaptcha.clone(),
            store.clone(),
            clock.clone(),
            config.trusts_loopback,
        ),
        countries,
        has_dev_mailbox: config.has_dev_mailbox,
        readiness: Readiness::default(),
        ready: AtomicBool::new(true),
        detached: tasks.detached(),
        slots: Slots::new(),
        followers: Arc::new(Followers::new(config.max_connections / FOLLOWERS.1 * FOLLOWERS.0)),
    }));
    let core_threads = Arc::new(CoreThreads::open(&tasks.stop()).map_err(RunError::CoreThreads)?);
    let service = HttpService::new(app.clone(), Pages::new(shell), mounted, Duration::from_secs(config.body_idle_s));
    let limits = Limits {
        head_time: Duration::from_secs(config.head_time_s),
        write_idle: Duration::from_secs(config.write_idle_s),
        total: config.max_connections,
        per_network: config.max_connections_per_address,
        proxies: config.trusted_proxies.clone(),
    };
    let grace = Duration::from_secs(config.stop_grace_s);
    let clip_work =
        std::path::absolute(config.data_dir.join("clip-work")).map_err(media::storage::StorageError::from)?;
    let exporter = Exporter::open(clips.clone(), channels.clone(), images, clip_work).await;

    tasks.spawn("listener", listener::serve(listener, core_threads.clone(), service, limits, tasks.stop(), grace));
    tasks.spawn_until_stop("channel update", channels.clone().follow(store.clone(), clock.clone()));
    tasks.spawn("encoder listener", encoders.serve(hub.clone(), tasks.stop()));
    tasks.spawn_until_stop("live game", hub.clone().follow());
    tasks.spawn("payment stand-in", commerce::run_stand_in(payment_stand_in, tasks.stop()));
    let sweep = Sweep {
        store: store.clone(),
        channels: channels.clone(),
        gateway: selling.gateway.clone(),
        reconciler: selling.reconciler.clone(),
        subscriptions: selling.subscriptions.clone(),
        provider_events: selling.provider_events,
        clock: clock.clone(),
        every: Duration::from_secs(config.payment_sweep_s),
    };
    tasks.spawn("order sweep", sweep.run(tasks.stop()));

    let jobs = Jobs { store: store.clone(), clock: clock.clone(), grace };
    let commerce_jobs = CommerceJobs {
        store: store.clone(),
        channels: channels.clone(),
        gateway: selling.gateway,
        reconciler: selling.reconciler,
        subscriptions: selling.subscriptions,
        mailer,
        clock: clock.clone(),
    };
    jobs.run(&mut tasks, "commerce job", commerce_jobs);
    let from = config.mail_from.clone();
    let mail = MailWorker { store: store.clone(), channels: channels.clone(), smtp, from, clock: clock.clone() };
    jobs.run(&mut tasks, "mail", mail.clone());
    tasks.repeat("mail sweep", mail_worker::SWEEP_INTERVAL, move || {
        let mail = mail.clone();
        async move { mail.sweep().await }
    });
    let hub = hub.clone();
    let archiver = Archiver {
        store: store.clone(),
        recording_store: recording_store.clone(),
        hub: hub.clone(),
        clock: clock.clone(),
    };
    jobs.run(&mut tasks, "archive", archiver);
    if let Some(ffmpeg) = ffmpeg {
        let (store, recording_store, clock) = (store.clone(), recording_store.clone(), clock.clone());
        jobs.run(&mut tasks, "lower rendition", Ladders { store, recordings, recording_store, hub, ffmpeg, clock });
    }
    let replaced = ReplacedRecordings { store: store.clone(), recording_store: recording_store.clone() };
    jobs.run(&mut tasks, "replaced recording", replaced);
    let removed = RemovedPictures { store: store.clone(), pictures: app.pictures.clone() };
    jobs.run(&mut tasks, "removed picture", removed);
    let gone = ErasedChannels {
        store: store.clone(),
        images: app.images.clone(),
        recording_store: recording_store.clone(),
        inbox: inbox.clone(),
        clock: clock.clone(),
        told: Mutex::default(),
    };
    let gone = Arc::new(gone);
    tasks.repeat("deleted channel", erased_channels::SWEEP_INTERVAL, move || {
        let gone = gone.clone();
        async move { gone.sweep().await }
    });
    let importer = Arc::new(Importer::new(store.clone(), recording_store, inbox, clock.clone()));
    jobs.run::<Importer>(&mut tasks, "upload import", importer.clone());
    tasks.repeat("upload sweep", uploads::SWEEP_INTERVAL, move || {
        let importer = importer.clone();
        async move { importer.sweep().await }
    });
    for (name, kind) in [("webhook", JobKind::SendWebhook), ("webhook retry", JobKind::RetryWebhook)] {
        let (store, sender, clock) = (store.clone(), webhook_sender.clone(), clock.clone());
        jobs.run(&mut tasks, name, WebhookJobs { kind, store, sender, clock });
    }
    let old_webhooks = Arc::new(WebhookSweep { store: store.clone(), clock: clock.clone() });
    tasks.repeat("webhook sweep", webhooks::SWEEP_INTERVAL, move || {
        let old_webhooks = old_webhooks.clone();
        async move { old_webhooks.sweep().await }
    });
    tasks.repeat("open forms", presence::EXCHANGE_INTERVAL, move || {
        let presence = presence.clone();
        async move { presence.exchange().await }
    });
    jobs.run(&mut tasks, "clip", ClipMaker::new(clips.clone(), clock));
    jobs.run(&mut tasks, "clip removal", ClipRemoval(clips.clone()));
    jobs.run(&mut tasks, "clip poster", exporter.posters());
    jobs.run(&mut tasks, "clip export", exporter.forms());
    tasks.repeat("clip view count", clips::COUNT_INTERVAL, move || {
        let clips = clips.clone();
        async move { clips.count_views().await }
    });
    Ok(Running {
        address,
        metrics_address,
        rtmp_address,
        _core_threads: core_threads,
        store,
        app,
        tasks,
        stop_grace: grace,
    })
}

async fn open_setup_link(config: &Config, store: &Store, address: SocketAddr) -> Result<SetupLink, RunError> {
    let opened = if store.has_operators().await? {
        SetupLink::closed(&config.data_dir).await
    } else {
        SetupLink::open(&config.data_dir, address).await
    };
    opened.map_err(RunError::SetupLink)
}

/// Without it, games have their source.
async fn find_ffmpeg() -> Option<Ffmpeg> {
    match tokio::task::spawn_blocking(Ffmpeg::find).await.ok()? {
        Ok(ffmpeg) => Some(ffmpeg),
        Err(cause) => {
            tracing::warn!(%cause, "ffmpeg unavailable, lower renditions disabled");
            None
        }
    }
}

impl Running {
    /// The link that makes the first operator, where there is none.
    pub fn setup_link(&self) -> Option<&Secret<String>> {
        self.app.setup_link.link()
    }

    /// The live games.
    pub fn hub(&self) -> &Hub {
        &self.app.hub
    }

    /// The live games that viewers are shown.
    pub fn live_streams(&self) -> Arc<LiveStreams> {
        self.app.playback.live_streams.clone()
    }

    /// What hashing passwords cost so far, in KiB of memory that was filled.
    pub fn password_work(&self) -> Arc<AtomicU64> {
        self.app.passwords.work()
    }

    /// Serves until `stop` resolves, then finishes open requests and what they began. Returns an error if an essential task has died,
    /// because a half-dead process should be restarted.
    pub async fn until(mut self, stop: impl Future<Output = ()>) -> Result<(), RunError> {
        let ended = tokio::select! {
            () = stop => Ok(()),
            () = self.store.writer_died() => Err(RunError::WriterDied),
            name = self.tasks.died() => Err(RunError::TaskDied(name)),
        };
        self.app.ready.store(false, Ordering::Relaxed);
        if ended.is_ok() {
            tokio::join!(self.tasks.finish(self.stop_grace), self.app.hub.stop());
        }
        ended
    }
}
