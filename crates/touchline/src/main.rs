//! The program: command line, start and stop.

mod administrator;
mod channel;
mod cli;
mod data_folder;
mod doctor;
mod log;
mod owner;
mod promo_code;
mod serve;
mod stream;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    // Whatever is written, by this program or by one that it starts, is for its owner alone.
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
    // One provider for every encrypted connection. It can only be there already, and then it is the same one.
    let _ = rustls::crypto::ring::default_provider().install_default();
    match cli::Command::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(cause) => {
            // The last word belongs to the person who started the program, whatever the log says.
            eprintln!("touchline: {cause:#}");
            ExitCode::FAILURE
        }
    }
}
