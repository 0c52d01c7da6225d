//! `touchline serve`: starts the server from the settings, and stops it cleanly.

use std::path::Path;

use anyhow::{Context, Result};
use demo::Settings;
use demo::footage::{Footage, recordings};
use demo::on_air::OnAir;
use demo::premieres::Premieres;
use media::storage::{Images, Objects, RecordingStore};
use server::config::{Config, OptionalPort};
use tokio::signal::unix::{SignalKind, signal};
use tokio::task::JoinSet;

use crate::cli::open_store;
use crate::data_folder;

/// Pictures kept in memory.
const IMAGE_CACHE: u64 = 64 * 1024 * 1024;

/// With the settings of the demo it serves the demo.
pub(crate) async fn serve(config: &Config, of_demo: Option<&Settings>) -> Result<()> {
    let config = &of_demo.map_or_else(|| config.clone(), |settings| settings.applied_to(config));
    raise_file_limit(config);
    let _lock = take_data_folder(&config.data_dir).await?;
    let store = open_store(config).await?;
    let clock = server::system_clock();
    let images = Images::new(Objects::open(config.media_url.expose())?, IMAGE_CACHE);
    let footage = match of_demo {
        Some(settings) => open_footage(config, settings).await,
        None => None,
    };
    let premieres = match &footage {
        Some(footage) => Premieres::foresee(&store, footage, clock.now()).await?,
        None => Premieres::default(),
    };
    if of_demo.is_some() {
        demo::seed::write(&store, &images, &premieres, &clock).await.context("cannot fill in the demo channels")?;
    }
    // Before anybody can see that the server runs, and ask it to stop.
    let stop = told_to_stop()?;
    let stand_ins = demo::stand_ins::of(config, of_demo.is_some());
    let running = server::start(config, store.clone(), images.clone(), stand_ins, clock.clone()).await?;
    greet(&running, of_demo.is_some());
    let mut tasks = JoinSet::new();
    if of_demo.is_some_and(|settings| settings.moves) {
        tasks.spawn(demo::seed::keep_present(store.clone(), images.clone(), premieres.clone(), clock.clone()));
    }
    if of_demo.is_some() && footage.is_none() {
        demo::on_air::give_up_all(&store).await?;
    }
    if let (Some(footage), Some(rtmp)) = (footage, running.rtmp_address) {
        let recording_store = RecordingStore::new(images.objects().clone(), &config.data_dir);
        tasks.spawn(
            OnAir { footage, store, recording_store, images, clock, rtmp, premieres, recordings: recordings() }.run(),
        );
    }
    running.until(stop).await?;
    tracing::info!("stopped");
    Ok(())
}

/// Locks the data folder until this server ends, and removes other users' permissions on it.
async fn take_data_folder(folder: &Path) -> Result<data_folder::Lock> {
    let folder = folder.to_owned();
    tokio::task::spawn_blocking(move || {
        let lock = data_folder::lock(&folder)?;
        if let Err(cause) = data_folder::close_to_others(&folder) {
            tracing::warn!(%cause, folder = %folder.display(), "restricting the data folder's permissions failed");
        }
        Ok(lock)
    })
    .await?
}

/// The demo's moving pictures, where they can be made and sent.
async fn open_footage(config: &Config, settings: &Settings) -> Option<Footage> {
    if config.rtmp_port == OptionalPort::Off {
        return None;
    }
    Footage::open(settings.footage.clone()?, "ffmpeg").await
}

/// Each connection is a file; the usual soft limit would end the evening at a thousand fans.
fn raise_file_limit(config: &Config) {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    let raised = setrlimit(Resource::Nofile, limit).is_ok();
    let enough = limit.maximum.is_none_or(|files| files >= config.max_connections as u64);
    if !raised || !enough {
        tracing::warn!(?limit, "open file limit is below TOUCHLINE_MAX_CONNECTIONS");
    }
}

fn told_to_stop() -> Result<impl Future<Output = ()>> {
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        tracing::info!("stop signal received, finishing open requests");
    })
}

#[expect(clippy::print_stdout, reason = "the addresses are for the person who started the program")]
fn greet(running: &server::Running, with_demo: bool) {
    let port = running.address.port();
    tracing::info!(address = %running.address, metrics = ?running.metrics_address, "serving");
    if with_demo {
        println!("Touchline demo, for this machine only:");
        println!("  demo     http://localhost:{port}");
        println!("  demo2    http://demo2.localhost:{port}");
        println!("  API      http://localhost:{port}/api/docs");
        println!("  console  http://localhost:{port}/console");
        println!("  mail     http://localhost:{port}/dev/mail");
        println!("  accounts on demo, all with the password {}:", demo::PASSWORD);
        for account in demo::accounts() {
            println!("    {:<18}{}", account.email, account.what);
        }
        println!("    {:<18}owner of both channels, in the console", demo::OWNER);
        println!("  promo codes {} (10% off) and {} (100% off, five uses)", demo::WELCOME, demo::FREE);
    } else {
        println!("Touchline serves http://{}", running.address);
    }
    if let Some(link) = running.setup_link() {
        println!("Nobody runs this server yet. Open this link to set it up, and keep it to yourself:");
        println!("  {}", link.expose());
    }
    if let Some(address) = running.metrics_address {
        println!("  metrics  http://{address}/metrics");
    }
}
