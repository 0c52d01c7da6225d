//! `touchline channel import` and `touchline channel export`: a whole channel as one file, to move it from server to server.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use channelfile::{Archive, ChannelFile, Options, Problems};
use clap::Subcommand;
use domain::content::Content;
use domain::operator::Action;
use domain::secret::Secret;
use domain::time::Timestamp;
use media::storage::{Images, Objects, check_upload};
use rand::RngExt;
use server::config::Config;
use store::{AuditEntry, Channel, ChannelImport, Imported, Store};

use crate::cli::open_store;

/// Read once each.
const IMAGE_CACHE: u64 = 1024 * 1024;

/// Said at the end of both commands.
const LEFT_OUT: &str = "not in the file: accounts, orders, promo codes, recordings and other video, SVG drawings, and secrets \
     (passwords, API keys, stream keys)";

#[derive(Subcommand)]
pub(crate) enum ChannelCommand {
    /// Write a channel from a file, or from a folder with the same contents. What the file says takes the place of what is
    /// there; nothing is written if anything is wrong. A running server shows it at once.
    Import {
        file: PathBuf,
        /// The channel's alias here, if not the file's.
        #[arg(long = "as", value_name = "NAME")]
        alias: Option<String>,
        /// A host name of the channel here, once for each; those of the file if not said.
        #[arg(long = "host")]
        hosts: Vec<String>,
    },
    /// Write a channel to a new file, or to a new folder if its name ends in a slash.
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
    let now = Timestamp(jiff::Timestamp::now().as_millisecond());
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
    let Imported { is_new, renumbered, .. } = store.import_channel_file(channel_import(file, now), entry).await?;
    for (name, bytes) in &archive.pictures {
        let put = images.put(&alias, name, bytes.clone().into()).await;
        put.with_context(|| format!("the channel is written, but not pictures/{name}: import the same file again"))?;
    }
    println!("{} the channel {alias}: {told}", if is_new { "made" } else { "changed" });
    println!("pictures: {}", archive.pictures.len());
    if renumbered > 0 {
        println!("{renumbered} rows have another id than in the file, since other channels have theirs");
    }
    let missing = missing(images, &alias, &wanted).await?;
    if !missing.is_empty() {
        println!("pictures that the channel shows and nobody has stored: {}", missing.join(", "));
    }
    println!("{LEFT_OUT}");
    Ok(())
}

fn refused(file: &str, problems: &impl Display) -> anyhow::Error {
    anyhow::anyhow!("{file} is not imported, and nothing was changed:\n{problems}")
}

/// The same checks as for an upload, before anything is written.
fn picture_problems(archive: &Archive, wanted: &BTreeSet<String>) -> Problems {
    let mut problems = Problems::default();
    for (name, bytes) in &archive.pictures {
        let place = format!("pictures/{name}");
        if let Err(cause) = check_upload(name, bytes) {
            problems.add(place, cause.to_string());
        } else if !wanted.contains(name) {
            problems.add(place, "nothing in channel.json shows it");
        }
    }
    problems
}

fn channel_import(file: ChannelFile, now: Timestamp) -> ChannelImport {
    let mut random = rand::rng();
    ChannelImport {
        alias: file.alias,
        hosts: file.hosts,
        profile: file.profile,
        content: file.content,
        channel_key: format!("{:032x}", random.random::<u128>()),
        key_secret: Secret::new(random.random()),
        now,
    }
}

/// How much of everything there is.
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
    let channels = store.channels().await?;
    let found = channels.into_iter().find(|channel| channel.identity.alias == name);
    let Some(Channel { identity, profile, .. }) = found else { bail!("there is no channel {name}") };
    let mut content = store.content(identity.id).await?;
    content.events = store.events(identity.id).await?;
    let mut hosts = identity.hosts;
    // The order is the server's, by importance: a file has them by name.
    hosts.sort();
    let file = ChannelFile { alias: identity.alias, hosts, profile, content };
    let mut archive = Archive { json: file.write().into_bytes(), ..Archive::default() };
    let (mut missing, mut drawings) = (Vec::new(), 0);
    for name in file.pictures() {
        if name.ends_with(".svg") {
            drawings += 1;
            continue;
        }
        match images.get(&file.alias, &name).await? {
            Some(image) => drop(archive.pictures.insert(name, image.bytes.to_vec())),
            None => missing.push(name),
        }
    }
    let (told, pictures, shown) = (told(&file), archive.pictures.len(), path.display().to_string());
    tokio::task::spawn_blocking(move || put(&archive, &path))
        .await?
        .with_context(|| format!("cannot write {shown}"))?;
    println!("wrote the channel {name} to {shown}: {told}");
    println!("pictures: {pictures}");
    if drawings > 0 {
        println!("SVG drawings that are left out: {drawings}");
    }
    if !missing.is_empty() {
        println!("pictures that the channel shows and nobody has stored: {}", missing.join(", "));
    }
    println!("{LEFT_OUT}");
    Ok(())
}

/// Nothing that is there is written over.
fn put(archive: &Archive, path: &Path) -> std::io::Result<()> {
    if path.as_os_str().as_encoded_bytes().ends_with(b"/") {
        return archive.to_folder(path);
    }
    let mut file = std::fs::OpenOptions::new().write(true).create_new(true).open(path)?;
    std::io::Write::write_all(&mut file, &archive.to_tar())?;
    file.sync_all()
}
