//! Structured logs on standard error, written by a thread of their own.

use std::io::IsTerminal;

use anyhow::{Context, Result};
use tracing_appender::non_blocking::WorkerGuard;
use tracing_subscriber::EnvFilter;

/// Starts logging; the guard writes what is left when it is dropped.
pub(crate) fn start(filter: &str) -> Result<WorkerGuard> {
    let filter =
        EnvFilter::try_new(filter).with_context(|| format!("TOUCHLINE_LOG: `{filter}` is not a log filter"))?;
    // A full queue drops lines rather than keeping a visitor waiting for the log.
    let (writer, guard) = tracing_appender::non_blocking(std::io::stderr());
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(writer);
    if std::io::stderr().is_terminal() {
        builder.compact().init();
    } else {
        builder.json().flatten_event(true).init();
    }
    Ok(guard)
}
