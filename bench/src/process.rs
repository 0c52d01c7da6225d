//! Starts and stops the servers that are measured, each in a folder of its own.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;
use tokio::process::{Child, Command};
use tokio::time::{sleep, timeout};

use crate::http::{Connection, get};

/// The first start makes the demo channel, pictures and all.
const START_LIMIT: Duration = Duration::from_secs(120);
const STOP_LIMIT: Duration = Duration::from_secs(30);

/// The unit of times in `/proc`: Linux shows programs 100 ticks a second whatever it counts itself.
const TICK: Duration = Duration::from_millis(10);

/// A server under measurement; it dies with this value at the latest.
pub(crate) struct Server {
    name: &'static str,
    child: Child,
    process: Pid,
    address: SocketAddr,
    folder: TempDir,
}

impl Server {
    /// Starts `touchline serve --demo` as anybody would run it, with an empty data folder.
    pub(crate) async fn touchline() -> Result<Self> {
        Self::serve(tempfile::tempdir()?, &["serve", "--demo"], &[]).await
    }

    /// Starts the program with these arguments and settings, its data in the folder.
    pub(crate) async fn serve(folder: TempDir, arguments: &[&str], settings: &[(&str, &str)]) -> Result<Self> {
        let port = free_port()?;
        let mut command = Command::new(touchline_binary()?);
        // What is set in the caller's environment must not change the figures.
        command.env_clear();
        if let Some(path) = std::env::var_os("PATH") {
            command.env("PATH", path);
        }
        command
            .args(arguments)
            // Neither drawn matches nor encoders disturb what is measured, unless it is about them.
            .envs([("TOUCHLINE_DEMO_FOOTAGE", "off"), ("RTMP_PORT", "off")])
            .envs(settings.iter().copied())
            .current_dir(folder.path())
            .env("PORT", port.to_string())
            .env("METRICS_PORT", "off")
            .env("TOUCHLINE_DATA_DIR", folder.path().join("data"));
        Self::start("touchline", command, port, "/readyz", folder).await
    }

    /// Starts a server and waits until it answers 200 on the path `ready`; its output goes to a file in the folder.
    pub(crate) async fn start(
        name: &'static str,
        mut command: Command,
        port: u16,
        ready: &str,
        folder: TempDir,
    ) -> Result<Self> {
        let log = std::fs::File::create(log_file(folder.path()))?;
        let child = command
            .stdin(Stdio::piped())
            .stdout(log.try_clone()?)
            .stderr(log)
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("cannot start {name}"))?;
        let process = child.id().and_then(|id| Pid::from_raw(id.cast_signed())).context("a child without an id")?;
        let mut server = Self { name, child, process, address: (Ipv4Addr::LOCALHOST, port).into(), folder };
        server.wait_until_ready(ready).await?;
        Ok(server)
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where an encoder pushes a game to, as the program tells it to an operator.
    pub(crate) async fn ingest_address(&self, game: i64, settings: &[(&str, &str)]) -> Result<String> {
        let said = Command::new(touchline_binary()?)
            .args(["stream-key", &game.to_string()])
            .env_clear()
            .envs(settings.iter().copied())
            .env("TOUCHLINE_DATA_DIR", self.folder.path().join("data"))
            .output()
            .await?;
        let text = String::from_utf8(said.stdout)?;
        let address = text.split_whitespace().find(|word| word.starts_with("rtmp://"));
        address.map(str::to_owned).context("touchline stream-key tells no address")
    }

    /// CPU time that the process has used so far, in user and kernel mode, and the workers that it has started.
    pub(crate) fn cpu_time(&self) -> Result<Duration> {
        let process = self.process.as_raw_nonzero().to_string();
        let workers = std::fs::read_to_string(format!("/proc/{process}/task/{process}/children"))?;
        let mut time = Duration::ZERO;
        for process in workers.split_whitespace().chain([process.as_str()]) {
            let stat = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
            let ticks = cpu_ticks(&stat).context("the kernel's figures for the process are unreadable")?;
            time += TICK.saturating_mul(ticks);
        }
        Ok(time)
    }

    /// Memory that the process holds, in bytes.
    pub(crate) fn memory(&self) -> Result<usize> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.as_raw_nonzero()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes =
            line.and_then(|line| line.trim().strip_suffix(" kB")).and_then(|number| number.parse::<usize>().ok());
        kilobytes.map(|kilobytes| kilobytes * 1024).context("the kernel's figures for the process are unreadable")
    }

    /// Asks the server to stop, as a service manager does, and waits until it has.
    pub(crate) async fn stop(mut self) -> Result<()> {
        kill_process(self.process, Signal::TERM)?;
        let waited = timeout(STOP_LIMIT, self.child.wait()).await;
        waited.with_context(|| format!("{} did not stop within {STOP_LIMIT:?}", self.name))??;
        Ok(())
    }

    async fn wait_until_ready(&mut self, path: &str) -> Result<()> {
        let begun = Instant::now();
        while begun.elapsed() < START_LIMIT {
            if let Some(status) = self.child.try_wait()? {
                bail!("{} ended with {status}:\n{}", self.name, self.last_words());
            }
            if self.is_ready(path).await.unwrap_or(false) {
                return Ok(());
            }
            sleep(Duration::from_millis(50)).await;
        }
        bail!("{} was not ready after {START_LIMIT:?}:\n{}", self.name, self.last_words());
    }

    async fn is_ready(&self, path: &str) -> Result<bool> {
        let (status, _) = Connection::open(self.address).await?.exchange(&get(path, "identity")).await?;
        Ok(status == 200)
    }

    fn last_words(&self) -> String {
        let log = std::fs::read_to_string(log_file(self.folder.path())).unwrap_or_default();
        let lines: Vec<&str> = log.lines().collect();
        lines[lines.len().saturating_sub(20)..].join("\n")
    }
}

/// A port that is free now; the caller binds it at once.
pub(crate) fn free_port() -> Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}

fn log_file(folder: &Path) -> PathBuf {
    folder.join("output.log")
}

/// `TOUCHLINE_BIN`, or the program that was built into the same folder as this one.
fn touchline_binary() -> Result<PathBuf> {
    let binary = match std::env::var_os("TOUCHLINE_BIN") {
        Some(path) => std::path::absolute(path)?,
        None => std::env::current_exe()?.with_file_name("touchline"),
    };
    ensure!(binary.is_file(), "{} is missing: run `cargo build --release -p touchline` first", binary.display());
    Ok(binary)
}

/// Adds up user and system time of `/proc/PID/stat`; the program's name before them may hold spaces.
fn cpu_ticks(stat: &str) -> Option<u32> {
    let (_, fields) = stat.rsplit_once(')')?;
    let mut times = fields.split_whitespace().skip(11);
    let (user, system): (u32, u32) = (times.next()?.parse().ok()?, times.next()?.parse().ok()?);
    Some(user + system)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpu_time_is_read_whatever_the_program_is_called() {
        let stat = "42 (a) b c) S 1 42 42 0 -1 4194304 100 0 0 0 700 50 0 0 20 0 4 0 100 1000 200";
        assert_eq!(cpu_ticks(stat), Some(750));
        assert_eq!(cpu_ticks("42 (short) S 1"), None);
    }

    #[tokio::test]
    async fn a_server_that_ends_at_once_says_why() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo no room >&2; exit 3"]);
        let started = Server::start("sh", command, free_port().unwrap(), "/", tempfile::tempdir().unwrap()).await;
        let message = started.err().unwrap().to_string();
        assert!(message.contains("no room") && message.contains('3'), "{message}");
    }
}
