//! Start and stop: listeners open only when there is something to answer with, and close before the rest goes away.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use cache::Limiter;
use domain::commerce::renewal::Grace;
use domain::rate::Rate;
use live::live_streams::LiveStreams;
use live::node_id;
use live::{Encoders, Hub, ListenError};
use media::ffmpeg::Ffmpeg;
use media::storage::{Images, RecordingStore};
use store::Store;
use tokio::fs::DirBuilder;
use tokio::net::TcpListener;
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use transport::core_threads::CoreThreads;
use transport::listener;
use transport::listener::Limits;

use crate::accounts::captcha::Captcha;
use crate::accounts::countries::{Countries, CountriesError};
use crate::accounts::members::Members;
use crate::accounts::passwords::Passwords;
use crate::accounts::social::Social;
use crate::accounts::social::stand_in;
use crate::accounts::throttle::{LoginTries, TryLimits};
use crate::app::config::{Config, OptionalPort};
use crate::app::live_settings::live_settings;
use crate::app::service::HttpService;
use crate::channels::change_feed::ChangeFeed;
use crate::channels::followers::Followers;
use crate::channels::member_feed::MemberFeed;
use crate::channels::snapshot::Channels;
use crate::commerce::{self, AccessListeners, CommerceJobs, Provider, ProviderError, Sweep, Till};
use crate::http::metrics;
use crate::mailer::email::Mailer;
use crate::mailer::worker::MailWorker;
use crate::pages::page::{Pages, Shell, ShellSettings};
use crate::playback::{CaptionTexts, PlaySessions, Playback, PlaybackParts, Stills};
use crate::recordings::archiver::Archiver;
use crate::recordings::clips::{Clips, Exporter, Maker};
use crate::recordings::footage::Footage;
use crate::recordings::ladders::Ladders;
use crate::recordings::stored::FileKey;
use crate::recordings::stored::Recordings;
use crate::recordings::uploads::{Importer, Inbox};
use crate::stand_ins::StandIns;
use crate::state::App;
use crate::state::AppParts;
use crate::state::readiness::Readiness;

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
    Payments(#[from] ProviderError),
    #[error("cannot begin the threads that serve video: {0}")]
    CoreThreads(std::io::Error),
    #[error("the task that writes to the database ended")]
    WriterDied,
    #[error("the task that {0} ended")]
    TaskDied(&'static str),
}

/// A household whose players go on with an address that was revoked.
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
    stop: watch::Sender<bool>,
    serving: JoinHandle<()>,
    following: JoinHandle<()>,
    posting: JoinHandle<()>,
    ingesting: JoinHandle<()>,
    broadcasting: JoinHandle<()>,
    keeping: JoinHandle<()>,
    importing: JoinHandle<()>,
    banking: JoinHandle<()>,
    sweeping: JoinHandle<()>,
    running_errands: JoinHandle<()>,
    clipping: JoinHandle<()>,
    exporting: JoinHandle<()>,
    laddering: JoinHandle<()>,
    /// To the end: connections to the database and the bucket may have been opened there.
    _core_threads: Arc<CoreThreads<FileKey>>,
}

/// Loads every channel, then opens the listeners.
pub async fn start(config: &Config, store: Store, images: Images, stand_ins: StandIns) -> Result<Running, RunError> {
    let settings = ShellSettings {
        recaptcha: config.captcha.recaptcha.is_some(),
        stripe: config.stripe.is_some(),
        development: config.development,
    };
    let shell = Shell::load(settings).map_err(|cause| RunError::Shell(cause.to_string()))?;
    let provider =
        Provider::of(config.stripe.as_ref(), config.listen, &store, stand_ins.payments, crate::clock::now()).await?;
    let mut social = config.social.clone();
    let aliases = store.channels().await?.into_iter().map(|channel| channel.identity.alias).collect();
    if let Some(login) = &stand_ins.login {
        // Which sites there are; where the stand-in is reached is known once there is a port.
        stand_in::add_to(&mut social, login.as_ref(), &aliases, SocketAddr::new(config.listen, config.port));
    }
    let providers = social.into_iter().map(|(alias, channel)| (alias, channel.providers())).collect();
    let channels = Channels::load(&store, providers, provider.settings(), config.development).await?;
    let countries = Arc::new(Countries::open(config.geo_database.as_deref())?);
    let smtp = config.smtp_url.as_ref().map(mail::Smtp::new).transpose()?;
    let vault = RecordingStore::new(images.objects().clone(), &config.data_dir);
    // There from the start, so that it can be asked how much room it has.
    let folder = DirBuilder::new().recursive(true).mode(0o700).create(vault.root()).await;
    folder.map_err(media::storage::StorageError::from)?;
    let inbox = Arc::new(
        Inbox::open(&config.data_dir, config.upload_max_mb, config.disk_refuse_mb)
            .await
            .map_err(media::storage::StorageError::from)?,
    );
    let on_air: Arc<LiveStreams> = Arc::default();
    let holder = node_id::open(&config.data_dir).await.map_err(media::storage::StorageError::from)?;
    let settings = live_settings(config, vault.root().to_owned(), holder);
    let ffmpeg = if settings.has_renditions() { find_ffmpeg().await } else { None };
    let broadcasts = Hub::new(store.clone(), channels.clone(), on_air.clone(), settings, ffmpeg.clone());
    broadcasts.resume().await?;
    let (stop, stopped) = watch::channel(false);

    let metrics_address = match config.metrics_port {
        OptionalPort::Off => None,
        OptionalPort::On(port) => {
            let address = SocketAddr::from(([127, 0, 0, 1], port));
            let served = metrics::serve(address, stopped.clone()).await;
            Some(served.map_err(|cause| RunError::Listen { address, setting: "METRICS_PORT", cause })?)
        }
    };
    let address = SocketAddr::new(config.listen, config.port);
    let refused = |cause| RunError::Listen { address, setting: "PORT", cause };
    let listener = TcpListener::bind(address).await.map_err(refused)?;
    let address = listener.local_addr().map_err(refused)?;

    let plays = Arc::new(PlaySessions::new());
    let members = Arc::new(Members::new(store.clone(), plays.clone()));
    let mut social = config.social.clone();
    let mut mounted = Vec::new();
    let bank = provider.open_bank(&mut mounted, address.port(), &channels).await?;
    if let Some(login) = &stand_ins.login {
        stand_in::add_to(&mut social, login.as_ref(), &aliases, address);
        stand_in::mount(&mut mounted, login.as_ref(), config.development, address, &channels);
    }
    let member_feed: Arc<MemberFeed> = Arc::default();
    let open_to = AccessListeners { members: members.clone(), pages: member_feed.clone() };
    let grace = Grace { days: config.renewal_grace_days };
    let till = Till::new(store.clone(), channels.clone(), open_to, &provider, address.port(), grace)?;
    let recordings = Arc::new(Recordings::new(vault.clone(), config.media_cache_mb * 1024 * 1024));
    let footage = Footage { on_air: on_air.clone(), recordings: recordings.clone() };
    let clips = Arc::new(Clips::new(store.clone(), vault.clone(), footage.clone()));
    let playback = Playback::new(PlaybackParts {
        home: Handle::current(),
        channels: channels.clone(),
        members: members.clone(),
        countries: countries.clone(),
        plays,
        on_air,
        recordings: recordings.clone(),
        footage: footage.clone(),
        clips: clips.clone(),
        stills: Stills::new(),
        captions: CaptionTexts::new(store.clone()),
        wrong_addresses: Limiter::new(WRONG_ADDRESSES),
        started_at: crate::clock::now(),
    });
    let mailer = Mailer { port: address.port() };
    let app = App(Arc::new(AppParts {
        channels: channels.clone(),
        members,
        till: till.clone(),
        playback: playback.clone(),
        footage,
        clips: clips.clone(),
        change_feed: ChangeFeed { channels: channels.clone(), members: member_feed, stopping: stopped.clone() },
        mailer,
        broadcasts: broadcasts.clone(),
        inbox: inbox.clone(),
        passwords: Passwords::new(),
        login_tries: LoginTries::new(),
        operator_tries: LoginTries::new(),
        social: Social::new(social),
        store: store.clone(),
        images: images.clone(),
        limits: TryLimits::new(),
        captcha: Captcha::new(&config.captcha, store.clone(), config.demo),
        countries,
        demo: config.demo,
        readiness: Readiness::default(),
        ready: AtomicBool::new(true),
        followers: Arc::new(Followers::new(config.max_connections / FOLLOWERS.1 * FOLLOWERS.0)),
    }));
    let core_threads = Arc::new(CoreThreads::open(&stopped).map_err(RunError::CoreThreads)?);
    let at = |port| match port {
        OptionalPort::Off => None,
        OptionalPort::On(port) => Some(SocketAddr::new(config.rtmp_listen, port)),
    };
    let encoders = Encoders::listen(at(config.rtmp_port), at(config.srt_port), config.srt_passphrase.clone()).await?;
    let rtmp_address = encoders.rtmp_address();
    let service = HttpService::new(app.clone(), Pages::new(shell), mounted, Duration::from_secs(config.body_idle_s));
    let limits = Limits {
        head_time: Duration::from_secs(config.head_time_s),
        write_idle: Duration::from_secs(config.write_idle_s),
        total: config.max_connections,
        per_network: config.max_connections_per_address,
        proxies: config.trusted_proxies.clone(),
    };
    let grace = Duration::from_secs(config.stop_grace_s);
    let post = MailWorker { store: store.clone(), channels: channels.clone(), smtp, from: config.mail_from.clone() };
    let commerce_jobs = CommerceJobs { store: store.clone(), channels: channels.clone(), till: till.clone(), mailer };
    let sweep = Sweep { till, every: Duration::from_secs(config.payment_sweep_s) };
    let ladders = Ladders { store: store.clone(), recordings, vault: vault.clone(), hub: broadcasts.clone(), ffmpeg };
    let keeper = Archiver { store: store.clone(), vault: vault.clone(), hub: broadcasts.clone() };
    let clip_work =
        std::path::absolute(config.data_dir.join("clip-work")).map_err(media::storage::StorageError::from)?;
    Ok(Running {
        address,
        metrics_address,
        rtmp_address,
        ingesting: tokio::spawn(encoders.serve(broadcasts.clone(), stopped.clone())),
        posting: tokio::spawn(post.run(stopped.clone(), grace)),
        banking: tokio::spawn(commerce::run_bank(bank, stopped.clone())),
        sweeping: tokio::spawn(sweep.run(stopped.clone())),
        running_errands: tokio::spawn(commerce_jobs.run(stopped.clone())),
        clipping: tokio::spawn(Maker::new(clips.clone()).run(stopped.clone())),
        exporting: tokio::spawn(Exporter::new(clips, channels.clone(), images, clip_work).run(stopped.clone())),
        laddering: tokio::spawn(ladders.run(stopped.clone())),
        importing: tokio::spawn(Importer::new(store.clone(), vault, inbox).run(stopped.clone())),
        serving: tokio::spawn(listener::serve(listener, core_threads.clone(), service, limits, stopped, grace)),
        following: tokio::spawn(channels.follow(store.clone())),
        broadcasting: tokio::spawn(broadcasts.follow()),
        keeping: tokio::spawn(keeper.run()),
        _core_threads: core_threads,
        store,
        app,
        stop,
    })
}

/// Without it, games have their source.
async fn find_ffmpeg() -> Option<Ffmpeg> {
    match tokio::task::spawn_blocking(Ffmpeg::find).await.ok()? {
        Ok(ffmpeg) => Some(ffmpeg),
        Err(cause) => {
            tracing::warn!(%cause, "games and uploads have no lower renditions");
            None
        }
    }
}

impl Running {
    /// The live games.
    pub fn broadcasts(&self) -> &Hub {
        &self.app.broadcasts
    }

    /// The live games that viewers are shown.
    pub fn on_air(&self) -> Arc<LiveStreams> {
        self.app.playback.on_air.clone()
    }

    /// What hashing passwords cost so far, in KiB of memory that was filled.
    pub fn password_work(&self) -> Arc<AtomicU64> {
        self.app.passwords.work()
    }

    /// Serves until `stop` resolves, then finishes what is in flight. Ends with an error when something that the
    /// server cannot do without has died: a process that only looks alive helps nobody.
    pub async fn until(mut self, stop: impl Future<Output = ()>) -> Result<(), RunError> {
        let ended = tokio::select! {
            () = stop => Ok(()),
            () = self.store.writer_died() => Err(RunError::WriterDied),
            _ = &mut self.serving => Err(RunError::TaskDied("accepts connections")),
            _ = &mut self.following => Err(RunError::TaskDied("follows changes")),
            _ = &mut self.posting => Err(RunError::TaskDied("sends mail")),
            _ = &mut self.importing => Err(RunError::TaskDied("imports uploads")),
            _ = &mut self.ingesting => Err(RunError::TaskDied("listens to encoders")),
            _ = &mut self.broadcasting => Err(RunError::TaskDied("looks after live games")),
            _ = &mut self.banking => Err(RunError::TaskDied("runs the test bank")),
            _ = &mut self.sweeping => Err(RunError::TaskDied("looks after orders")),
            _ = &mut self.running_errands => Err(RunError::TaskDied("does what follows from orders")),
            _ = &mut self.clipping => Err(RunError::TaskDied("makes clips")),
            _ = &mut self.exporting => Err(RunError::TaskDied("makes other forms of clips")),
            _ = &mut self.laddering => Err(RunError::TaskDied("makes lower renditions")),
            _ = &mut self.keeping => Err(RunError::TaskDied("keeps recordings")),
        };
        self.following.abort();
        self.broadcasting.abort();
        // Begun again at the next start, where it was.
        self.keeping.abort();
        self.app.ready.store(false, Ordering::Relaxed);
        // Nobody listening any more is fine: then it has stopped already.
        let _ = self.stop.send(true);
        if ended.is_ok() {
            let _ = tokio::join!(
                self.serving,
                self.posting,
                self.importing,
                self.ingesting,
                self.sweeping,
                self.running_errands,
                self.clipping,
                self.exporting,
                self.laddering,
                self.banking,
                self.app.broadcasts.stop()
            );
        } else {
            self.serving.abort();
            self.posting.abort();
            self.importing.abort();
            self.ingesting.abort();
            self.banking.abort();
            self.sweeping.abort();
            self.running_errands.abort();
            self.clipping.abort();
            self.exporting.abort();
            self.laddering.abort();
        }
        ended
    }
}
