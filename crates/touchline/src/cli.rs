//! The command line.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use demo::Settings;
use domain::ids::EventId;
use server::config::{Config, ConfigError};
use store::Store;

use crate::administrator::{self, AdministratorCommand};
use crate::channel::{self, ChannelCommand};
use crate::promo_code::{self, PromoCode};
use crate::{data_folder, doctor, log, owner, serve, stream};

/// White-label sports streaming and pay-per-view.
#[derive(Parser)]
#[command(name = "touchline", version)]
pub(crate) struct Command {
    /// The settings file (default: touchline.toml). Environment variables override it.
    #[arg(long, global = true)]
    config: Option<PathBuf>,
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Serve the channels.
    Serve {
        /// Create the demo channels and keep their games close to the current time.
        #[arg(long)]
        demo: bool,
    },
    /// Run the database migrations.
    Migrate,
    /// Check settings, database and tools, and report problems.
    Doctor,
    /// Create an owner of channels. Prompts for the password; for an existing owner it replaces the password.
    CreateOwner {
        /// The e-mail address for logging in to the console.
        email: String,
        /// The alias of one channel (default: all channels).
        #[arg(long)]
        channel: Option<String>,
    },
    /// Make an operator an administrator of the server, take that back, or list the administrators.
    Administrator {
        #[command(subcommand)]
        what: AdministratorCommand,
    },
    /// Export a channel to a file, or import one.
    Channel {
        #[command(subcommand)]
        what: ChannelCommand,
    },
    /// Create a promo code. A running server accepts it immediately.
    PromoCode(PromoCode),
    /// Print the ingest addresses of a game. They contain the game's stream key.
    StreamKey {
        event_id: i64,
        /// Print only this protocol's address (default: all enabled protocols, one per line).
        #[arg(value_enum)]
        protocol: Option<stream::Way>,
        /// Revoke the game's earlier stream keys and print the new one.
        #[arg(long)]
        rotate: bool,
    },
    /// End a live game. Its recording becomes available immediately.
    EndGame { event_id: i64 },
    /// Print the OpenAPI document of the public API.
    Openapi {
        /// Print the document of the console API instead.
        #[arg(long)]
        console: bool,
    },
}

impl Command {
    pub(crate) fn run(self) -> Result<()> {
        if let What::Openapi { console } = self.what {
            return print_openapi(console);
        }
        let (config, of_demo) = match (load(self.config.as_deref()), &self.what) {
            (Err(wrong), What::Doctor) => return doctor::settings_are_wrong(&wrong),
            (loaded, _) => loaded?,
        };
        let _log = log::start(&config.log)?;
        let runtime = tokio::runtime::Runtime::new().context("cannot start the runtime")?;
        runtime.block_on(async {
            match self.what {
                What::Serve { demo } => serve::serve(&config, demo.then_some(&of_demo)).await,
                What::Migrate => open_store(&config).await.map(drop),
                What::Doctor => doctor::examine(&config).await,
                What::CreateOwner { email, channel } => owner::create(&config, &email, channel.as_deref()).await,
                What::Administrator { what } => administrator::run(&config, what).await,
                What::Channel { what } => channel::run(&config, what).await,
                What::PromoCode(asked) => promo_code::give_out(&config, asked).await,
                What::Openapi { console } => print_openapi(console),
                What::StreamKey { event_id, protocol, rotate } => {
                    stream::print_addresses(&config, EventId(event_id), protocol, rotate).await
                }
                What::EndGame { event_id } => stream::end_game(&config, EventId(event_id)).await,
            }
        })
    }
}

/// The server's settings, and those that count with `--demo`.
fn load(named: Option<&Path>) -> Result<(Config, Settings), ConfigError> {
    let config = Config::load(named, &[Settings::PREFIX])?;
    let of_demo = Settings::load(named, &config.data_dir)?;
    Ok((config, of_demo))
}

#[expect(clippy::print_stdout, reason = "the document is this command's result")]
fn print_openapi(console: bool) -> Result<()> {
    let document = if console { server::console_openapi() } else { server::openapi() };
    println!("{}", serde_json::to_string_pretty(&document)?);
    Ok(())
}

/// Opens the database in its own private folder and brings it up to date.
pub(crate) async fn open_store(config: &Config) -> Result<Store> {
    data_folder::create(&config.data_dir)?;
    let store = Store::open(config.database_url.expose()).await.context("DATABASE_URL")?;
    store.migrate().await.context("cannot migrate the database")?;
    Ok(store)
}
