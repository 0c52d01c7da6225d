//! Benchmarks of the program beside its peers, in the same run on the same machine.

mod bare;
mod bootstrap;
mod checkouts;
mod clips;
mod console_search;
mod delivery;
mod http;
mod listeners;
mod lists;
mod live;
mod load;
mod logins;
mod process;
mod report;
mod season;
mod soak;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(about = "Measures the release build beside its peers; exits 1 when a floor is missed.")]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Runs every benchmark but the soak; so does no argument at all.
    All,
    /// The console's search on a channel with many orders beside one with few, on both databases.
    ConsoleSearch,
    /// Bootstrap data from memory, beside a bare handler of the same framework.
    Bootstrap,
    /// Two hundred purchases at once, none lost and none doubled.
    Checkouts,
    /// Clips out of a long game, beside ffmpeg.
    Clips,
    /// Segments to those with a token, beside nginx without one.
    Delivery,
    /// Lists of games on a large channel beside a small one, on both databases.
    Lists,
    /// What a page that only follows the games costs.
    Listeners,
    /// Health while fifty people log in at once.
    Logins,
    /// One live game, and its viewers.
    Live(live::Arguments),
    /// Ten minutes of people who register and log in while a game is live, and what they leave in memory.
    Soak(soak::Arguments),
    /// The peer of `bootstrap`, in a process of its own.
    #[command(hide = true)]
    BareHandler(bare::Arguments),
}

#[tokio::main]
async fn main() -> anyhow::Result<ExitCode> {
    let passed = match Arguments::parse().command.unwrap_or(Command::All) {
        Command::All => {
            // All of them run, whatever the first says.
            let passed = [
                bootstrap::run().await?,
                delivery::run().await?,
                lists::run().await?,
                console_search::run().await?,
                listeners::run().await?,
                logins::run().await?,
                checkouts::run().await?,
                clips::run().await?,
                live::run(&live::Arguments::default()).await?,
            ];
            passed.into_iter().all(|passed| passed)
        }
        Command::Bootstrap => bootstrap::run().await?,
        Command::Checkouts => checkouts::run().await?,
        Command::Clips => clips::run().await?,
        Command::Delivery => delivery::run().await?,
        Command::ConsoleSearch => console_search::run().await?,
        Command::Lists => lists::run().await?,
        Command::Listeners => listeners::run().await?,
        Command::Logins => logins::run().await?,
        Command::Live(arguments) => live::run(&arguments).await?,
        Command::Soak(arguments) => soak::run(&arguments).await?,
        Command::BareHandler(arguments) => {
            bare::serve(arguments).await?;
            true
        }
    };
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
