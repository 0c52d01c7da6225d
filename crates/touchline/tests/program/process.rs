//! Starts `touchline` in a folder of its own, on a port of its own.

use std::fs::File;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

pub struct Program {
    /// Nothing once it has ended.
    child: Option<Child>,
    port: u16,
    pub folder: TempDir,
    settings: Vec<(String, String)>,
    /// How it is started again.
    start: fn(&Path, &[(String, String)]) -> Child,
}

fn start(folder: &Path, settings: &[(String, String)]) -> Child {
    command(folder).args(["serve", "--demo"]).envs(settings.iter().cloned()).spawn().unwrap()
}

fn start_carelessly(folder: &Path, settings: &[(String, String)]) -> Child {
    let mut shell = Command::new("sh");
    shell.args(["-c", "umask 022 && exec \"$1\" serve --demo", "sh", env!("CARGO_BIN_EXE_touchline")]);
    shell.current_dir(folder).env_clear().env("PATH", std::env::var("PATH").unwrap_or_default());
    shell.envs(settings.iter().cloned()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Without the demo; what it says is in a file, all of it across its crashes.
fn start_plain(folder: &Path, settings: &[(String, String)]) -> Child {
    let log = File::options().create(true).append(true).open(folder.join(OUTPUT)).unwrap();
    let mut command = command(folder);
    command
        .arg("serve")
        .env("TOUCHLINE_TEST_PAYMENTS", "true")
        .envs(settings.iter().cloned())
        .stdout(log.try_clone().unwrap())
        .stderr(log);
    command.spawn().unwrap()
}

const OUTPUT: &str = "output.log";

/// The same process becomes the program once it has a disk of its own below a folder of its data.
const ON_SMALL_DISK: &str =
    "mkdir -p \"data/$3\" && mount -t tmpfs -o size=\"$1\" small \"data/$3\" && exec \"$2\" serve --demo";

/// Where recordings are, in the data folder.
const RECORDINGS: &str = "media/video";

fn unshare() -> Command {
    let mut unshare = Command::new("unshare");
    unshare.args(["--user", "--map-root-user", "--mount"]);
    unshare
}

/// The program with a clean environment, so that this machine's settings do not leak in.
pub fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_touchline"));
    command.current_dir(folder).env_clear().env("PATH", std::env::var("PATH").unwrap_or_default());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// How the program ended, and everything it said.
pub fn finish(child: Child) -> (ExitStatus, String) {
    let output = child.wait_with_output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status, String::from_utf8_lossy(&said).into_owned())
}

impl Program {
    pub async fn serve_demo(settings: &[(&str, &str)]) -> Self {
        Self::serve_by(tempfile::tempdir().unwrap(), settings, start).await
    }

    /// Started by a user whose new files everybody may read.
    pub async fn serve_demo_carelessly() -> Self {
        let mut program = Self::serve_by(tempfile::tempdir().unwrap(), &[], start_carelessly).await;
        program.start = start_carelessly;
        program
    }

    /// Serves what is in the database that the settings name, without the demo.
    pub async fn serve_in(folder: TempDir, settings: &[(&str, &str)]) -> Self {
        let mut program = Self::serve_by(folder, settings, start_plain).await;
        program.start = start_plain;
        program
    }

    /// With a disk of that size for recordings, and whether it has one: not every kernel lets us.
    pub async fn serve_demo_on_small_disk(size: &str, settings: &[(&str, &str)]) -> (Self, bool) {
        match Self::serve_demo_with_disk_at(RECORDINGS, size, settings).await {
            Some(program) => (program, true),
            None => (Self::serve_demo(settings).await, false),
        }
    }

    /// With a disk of that size for a folder of its data; nothing where the kernel does not let us.
    pub async fn serve_demo_with_disk_at(folder: &str, size: &str, settings: &[(&str, &str)]) -> Option<Self> {
        let tried = unshare().args(["sh", "-c", "mount -t tmpfs -o size=1m try /mnt"]).output();
        if !tried.is_ok_and(|tried| tried.status.success()) {
            return None;
        }
        let start = |own: &Path, settings: &[(String, String)]| {
            let mut command = unshare();
            command.args(["sh", "-c", ON_SMALL_DISK, "sh", size, env!("CARGO_BIN_EXE_touchline"), folder]);
            command.current_dir(own).env_clear().env("PATH", std::env::var("PATH").unwrap_or_default());
            command.envs(settings.iter().cloned()).stdout(Stdio::piped()).stderr(Stdio::piped());
            command.spawn().unwrap()
        };
        Some(Self::serve_by(tempfile::tempdir().unwrap(), settings, start).await)
    }

    /// The folder of recordings as the program sees it.
    pub fn recordings(&self) -> PathBuf {
        self.data(RECORDINGS)
    }

    /// A folder of its data as the program sees it.
    pub fn data(&self, folder: &str) -> PathBuf {
        let inside = self.folder.path().canonicalize().unwrap().join("data").join(folder);
        Path::new("/proc")
            .join(self.child.as_ref().unwrap().id().to_string())
            .join("root")
            .join(inside.strip_prefix("/").unwrap())
    }

    async fn serve_by(
        folder: TempDir,
        settings: &[(&str, &str)],
        begin: impl FnOnce(&Path, &[(String, String)]) -> Child,
    ) -> Self {
        testkit::install_tls();
        let (port, rtmp_port) = (free_port(), free_port());
        let mut settings: Vec<_> = settings.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        settings.extend([("PORT".into(), port.to_string()), ("METRICS_PORT".into(), "off".into())]);
        settings.push(("RTMP_PORT".into(), rtmp_port.to_string()));
        // Drawing takes the processor for minutes: only the tests of it ask for it.
        if !settings.iter().any(|(name, _)| name == "TOUCHLINE_DEMO_FOOTAGE") {
            settings.push(("TOUCHLINE_DEMO_FOOTAGE".into(), "off".into()));
        }
        // A full hour that strikes in the middle of a test would move the games under it.
        settings.push(("TOUCHLINE_DEMO_MOVES".into(), "false".into()));
        if !settings.iter().any(|(name, _)| name == "DATABASE_URL") {
            settings.extend(testkit::postgres_database().await.map(|url| ("DATABASE_URL".into(), url)));
        }
        let child = begin(folder.path(), &settings);
        let mut program = Self { child: Some(child), port, folder, settings, start };
        program.wait_until_ready().await;
        program
    }

    /// Kills it as a crash would, and starts it again on the same data.
    pub async fn crash_and_start_again(&mut self) {
        self.crash();
        self.start_again().await;
    }

    /// Asks it to stop, and starts it again on the same data.
    pub async fn stop_and_start_again(&mut self) {
        let mut child = self.child.take().unwrap();
        let id = rustix::process::Pid::from_child(&child);
        rustix::process::kill_process(id, rustix::process::Signal::TERM).unwrap();
        let ended = tokio::task::spawn_blocking(move || child.wait().unwrap()).await.unwrap();
        assert!(ended.success(), "{ended}");
        self.start_again().await;
    }

    pub fn is_running(&mut self) -> bool {
        self.child.as_mut().is_some_and(|child| child.try_wait().unwrap().is_none())
    }

    pub fn crash(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }

    pub async fn start_again(&mut self) {
        self.child = Some((self.start)(self.folder.path(), &self.settings));
        self.wait_until_ready().await;
    }

    /// Ends it, and leaves its data and its output for the search of the cause.
    pub fn keep(mut self) -> PathBuf {
        self.crash();
        self.folder.disable_cleanup(true);
        self.folder.path().to_owned()
    }

    async fn wait_until_ready(&mut self) {
        let begun = Instant::now();
        while !reqwest::get(self.url("/readyz")).await.is_ok_and(|answer| answer.status().is_success()) {
            let child = self.child.as_mut().unwrap();
            if let Some(status) = child.try_wait().unwrap() {
                let said = match child.stderr.take() {
                    Some(stderr) => std::io::read_to_string(stderr).unwrap(),
                    None => std::fs::read_to_string(self.folder.path().join(OUTPUT)).unwrap(),
                };
                panic!("the program ended with {status}: {said}");
            }
            assert!(begun.elapsed() < testkit::TIMEOUT, "the program is not ready");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Where an encoder pushes a game to, as the program tells it to an operator.
    pub fn ingest_address(&self, game: i64) -> String {
        self.ingest_address_by(game, "rtmp://")
    }

    /// Where the game is sent to by another way in.
    pub fn ingest_address_by(&self, game: i64, scheme: &str) -> String {
        let output = self.command().args(["stream-key", &game.to_string()]).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        let address = said.lines().find_map(|line| line.split_whitespace().find(|word| word.starts_with(scheme)));
        address.unwrap_or_else(|| panic!("no address: {said}{}", String::from_utf8_lossy(&output.stderr))).to_owned()
    }

    /// What it holds in memory, in bytes.
    pub fn memory(&self) -> u64 {
        let status = format!("/proc/{}/status", self.child.as_ref().unwrap().id());
        let status = std::fs::read_to_string(status).unwrap();
        let held = status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB"));
        held.unwrap().parse::<u64>().unwrap() * 1024
    }

    /// Ends a live game, as an operator does.
    pub fn end_game(&self, game: i64) {
        let output = self.command().args(["end-game", &game.to_string()]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// The program again, with the same settings.
    pub fn command(&self) -> Command {
        let mut command = command(self.folder.path());
        command.envs(self.settings.iter().cloned());
        command
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://localhost:{}{path}", self.port)
    }

    /// Where it listens, for callers that name the channel's host themselves.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// The settings of another command on the same data.
    pub fn database(&self) -> Vec<(&'static str, String)> {
        let url = self.settings.iter().find(|(name, _)| name == "DATABASE_URL");
        url.map(|(_, url)| ("DATABASE_URL", url.clone())).into_iter().collect()
    }

    /// Asks it to stop, and waits for its end.
    pub fn stop(mut self) -> (ExitStatus, String) {
        let child = self.child.take().unwrap();
        let id = rustix::process::Pid::from_child(&child);
        rustix::process::kill_process(id, rustix::process::Signal::TERM).unwrap();
        finish(child)
    }
}

/// A test that fails leaves nothing running.
impl Drop for Program {
    fn drop(&mut self) {
        self.crash();
    }
}
