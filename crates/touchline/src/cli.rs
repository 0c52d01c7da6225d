//! The command line.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use domain::ids::EventId;
use server::config::Config;
use store::Store;

use crate::channel::{self, ChannelCommand};
use crate::promo_code::{self, PromoCode};
use crate::{data_folder, doctor, log, owner, serve, stream};

/// White-label sports streaming and pay-per-view.
#[derive(Parser)]
#[command(name = "touchline", version)]
pub(crate) struct Command {
    /// The file with the settings, touchline.toml if not said; the environment wins over it.
    #[arg(long, global = true)]
    config: Option<PathBuf>,
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Serve the channels.
    Serve {
        /// Fill in the demo channels, and keep their games around the present.
        #[arg(long)]
        demo: bool,
    },
    /// Bring the database's tables up to date.
    Migrate,
    /// Check settings, database and tools, and say what is wrong.
    Doctor,
    /// Make somebody an owner of channels, with a password that is asked for. Who is one already gets the new password.
    CreateOwner {
        /// The address that they log in to the console with.
        email: String,
        /// The alias of the one channel; all channels if not said.
        #[arg(long)]
        channel: Option<String>,
    },
    /// Move a whole channel between servers, as one file.
    Channel {
        #[command(subcommand)]
        what: ChannelCommand,
    },
    /// Give a promo code out. A running server takes it at once.
    PromoCode(PromoCode),
    /// Print where an encoder sends a game to; the address holds the game's key.
    StreamKey {
        event_id: i64,
        /// The one way in whose address is wanted; one a line of all that are open if not said.
        #[arg(value_enum)]
        protocol: Option<stream::Way>,
        /// Make every key void that was given out so far, and print the new one.
        #[arg(long)]
        rotate: bool,
    },
    /// End a live game: its recording is there to be watched at once.
    EndGame { event_id: i64 },
    /// Print the OpenAPI document of the public API.
    Openapi {
        /// That of the console instead.
        #[arg(long)]
        console: bool,
    },
}

impl Command {
    pub(crate) fn run(self) -> Result<()> {
        if let What::Openapi { console } = self.what {
            return print_openapi(console);
        }
        let config = match (Config::load(self.config.as_deref()), &self.what) {
            (Err(wrong), What::Doctor) => return doctor::settings_are_wrong(&wrong),
            (config, _) => config?,
        };
        let _log = log::start(&config.log)?;
        let runtime = tokio::runtime::Runtime::new().context("cannot start the runtime")?;
        runtime.block_on(async {
            match self.what {
                What::Serve { demo } => serve::serve(&Config { demo, ..config }).await,
                What::Migrate => open_store(&config).await.map(drop),
                What::Doctor => doctor::examine(&config).await,
                What::CreateOwner { email, channel } => owner::create(&config, &email, channel.as_deref()).await,
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
    store.migrate().await.context("cannot bring the tables up to date")?;
    Ok(store)
}
