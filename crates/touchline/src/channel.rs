//! `touchline channel import` and `touchline channel export`: a whole channel as one file.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use channelfile::{Archive, ChannelFile, Options};
use clap::Subcommand;
use domain::content::Content;
use domain::operator::Action;
use media::storage::{Images, Objects};
use server::channel_files::{self, import_of, picture_problems};
use server::config::Config;
use store::{AuditEntry, Imported, Store};

use crate::cli::open_store;

/// Each picture is read only once, so the cache is small.
const IMAGE_CACHE: u64 = 1024 * 1024;

/// Printed at the end of both commands.
const LEFT_OUT: &str = "not in the file: accounts, orders, promo codes, recordings and other video, SVG drawings, and secrets \
     (passwords, API keys, stream keys)";

#[derive(Subcommand)]
pub(crate) enum ChannelCommand {
    /// Import a channel from a file, or from a folder with the same contents. The file replaces the channel's data; if
    /// anything in it is invalid, nothing is written. A running server shows the channel immediately.
    Import {
        file: PathBuf,
        /// The channel's alias on this server (default: the alias in the file).
        #[arg(long = "as", value_name = "NAME")]
        alias: Option<String>,
        /// A host name of the channel on this server; can be repeated (default: the host names in the file).
        #[arg(long = "host")]
        hosts: Vec<String>,
    },
    /// Export a channel to a new file, or to a new folder if the name ends in a slash.
    Export {
        /// The channel's alias.
        name: String,
        file: PathBuf,
    },
}

pub(crate) async fn run(config: &Config, command: ChannelCommand) -> Result<()> {
    let store = open_store(config).await?;
    let images = Images::new(Objects::open(config.media_url.expose())?, IMAGE_CACHE);
    match command {
        ChannelCommand::Import { file, alias, hosts } => {
            import(&store, &images, file, alias.as_deref(), Some(&hosts[..]).filter(|hosts| !hosts.is_empty())).await
        }
        ChannelCommand::Export { name, file } => export(&store, &images, &name, file).await,
    }
}

#[expect(clippy::print_stdout, reason = "what was done is this command's result")]
async fn import(
    store: &Store,
    images: &Images,
    path: PathBuf,
    alias: Option<&str>,
    hosts: Option<&[String]>,
) -> Result<()> {
    let now = server::system_clock().now();
    let shown = path.display().to_string();
    let archive = tokio::task::spawn_blocking(move || Archive::open(&path)).await?;
    let archive = archive.with_context(|| format!("cannot read {shown}"))?;
    let file = ChannelFile::read(&archive.json, Options { now, alias, hosts })
        .map_err(|problems| refused(&shown, &problems))?;
    let problems = picture_problems(&archive, &file.pictures());
    if !problems.is_empty() {
        return Err(refused(&shown, &problems));
    }
    let told = told(&file);
    let (alias, wanted) = (file.alias.clone(), file.pictures());
    let subject = alias.clone();
    let entry = move |channel| AuditEntry {
        channel: Some(channel),
        operator: None,
        at: now,
        action: Action::ImportChannel,
        subject: subject.clone(),
        detail: serde_json::Value::Null,
    };
    let Imported { is_new, renumbered, .. } = store.channel_file_import(import_of(file, now), entry).await?;
    for (name, bytes) in &archive.pictures {
        let put = images.put(&alias, name, bytes.clone().into()).await;
        put.with_context(|| format!("the channel was imported without pictures/{name}: import the same file again"))?;
    }
    println!("{} the channel {alias}: {told}", if is_new { "created" } else { "updated" });
    println!("pictures: {}", archive.pictures.len());
    if renumbered > 0 {
        println!("{renumbered} rows were given another id, because other channels use the ids in the file");
    }
    let missing = missing(images, &alias, &wanted).await?;
    if !missing.is_empty() {
        println!("pictures that the channel uses but that are not stored: {}", missing.join(", "));
    }
    println!("{LEFT_OUT}");
    Ok(())
}

fn refused(file: &str, problems: &impl Display) -> anyhow::Error {
    anyhow::anyhow!("{file} was not imported, nothing was changed:\n{problems}")
}

/// How many rows of each kind the channel has.
fn told(file: &ChannelFile) -> String {
    let Content { events, participants, groups, categories, locations, passes, pages, vod_items, .. } = &file.content;
    let counts = [
        (events.len(), "games"),
        (participants.len(), "teams"),
        (groups.len(), "schools"),
        (categories.len(), "sports"),
        (locations.len(), "venues"),
        (passes.len(), "passes"),
        (pages.len(), "pages"),
        (vod_items.len(), "films"),
    ];
    counts.map(|(count, what)| format!("{count} {what}")).join(", ")
}

async fn missing(images: &Images, alias: &str, wanted: &BTreeSet<String>) -> Result<Vec<String>> {
    let mut missing = Vec::new();
    for name in wanted {
        if images.get(alias, name).await?.is_none() {
            missing.push(name.clone());
        }
    }
    Ok(missing)
}

#[expect(clippy::print_stdout, reason = "what was done is this command's result")]
async fn export(store: &Store, images: &Images, name: &str, path: PathBuf) -> Result<()> {
    let found = channel_files::of_channel(store, |_, alias| alias == name).await?;
    let Some(file) = found else { bail!("channel {name} does not exist") };
    let mut archive = Archive { json: file.write().into_bytes(), ..Archive::default() };
    let (mut missing, mut drawings) = (Vec::new(), 0);
    for name in file.pictures() {
        if name.ends_with(".svg") {
            drawings += 1;
            continue;
        }
        match channel_files::picture(images, &file, &name).await? {
            Some(image) => drop(archive.pictures.insert(name, image.bytes.to_vec())),
            None => missing.push(name),
        }
    }
    let (told, pictures, shown) = (told(&file), archive.pictures.len(), path.display().to_string());
    tokio::task::spawn_blocking(move || put(&archive, &path))
        .await?
        .with_context(|| format!("cannot write {shown}"))?;
    println!("exported the channel {name} to {shown}: {told}");
    println!("pictures: {pictures}");
    if drawings > 0 {
        println!("SVG drawings left out: {drawings}");
    }
    if !missing.is_empty() {
        println!("pictures that the channel uses but that are not stored: {}", missing.join(", "));
    }
    println!("{LEFT_OUT}");
    Ok(())
}

/// Existing files are never overwritten.
fn put(archive: &Archive, path: &Path) -> std::io::Result<()> {
    if path.as_os_str().as_encoded_bytes().ends_with(b"/") {
        return archive.to_folder(path);
    }
    let mut file = std::fs::OpenOptions::new().write(true).create_new(true).open(path)?;
    std::io::Write::write_all(&mut file, &archive.to_tar())?;
    file.sync_all()
}
