//! ffmpeg and ffprobe as child processes: the one place that starts them.
//!
//! They read untrusted files, so they get as few rights as possible: an argument list and never a shell, one file to
//! read and one to write, allow-lists of formats, protocols and codecs, limits of time, memory and size, and, if
//! `bwrap` works, a sandbox without network and other files. Their error output is shortened. When the caller stops
//! waiting, they are killed with all their child processes.
//!
//! - [`Ffmpeg`]: where the programs are, found once;
//! - [`Job`]: arguments and limits of a process;
//! - [`Child`]: a running process.

mod child;
mod job;
mod reason;

use std::env;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub use child::Child;
pub use job::{Job, Limits, Program};
pub(crate) use job::{MAX_PIXELS, is_allowed_codec, is_text_codec};

#[derive(Debug, thiserror::Error)]
pub enum FfmpegError {
    #[error("{0} is not installed")]
    Missing(&'static str),
    /// What it said, shortened.
    #[error("{0}")]
    Failed(String),
    #[error("timed out")]
    TooSlow,
    #[error("the output is too large")]
    TooMuch,
    #[error("ffmpeg could not be started")]
    Io(#[from] io::Error),
}

/// Folders that programs of the system live on, and nothing of ours.
const SYSTEM: [&str; 8] =
    ["/usr", "/lib", "/lib32", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/alternatives"];

/// Where the programs are, and what holds them.
#[derive(Clone, Debug)]
pub struct Ffmpeg {
    ffmpeg: PathBuf,
    ffprobe: PathBuf,
    prlimit: Option<PathBuf>,
    nice: Option<PathBuf>,
    bwrap: Option<PathBuf>,
}

impl Ffmpeg {
    /// Looks for them in `PATH`, and tries whether the sandbox works here; blocking.
    pub fn find() -> Result<Self, FfmpegError> {
        let mut found = Self {
            ffmpeg: on_path("ffmpeg").ok_or(FfmpegError::Missing("ffmpeg"))?,
            ffprobe: on_path("ffprobe").ok_or(FfmpegError::Missing("ffprobe"))?,
            prlimit: on_path("prlimit"),
            nice: on_path("nice"),
            bwrap: on_path("bwrap"),
        };
        if found.bwrap.is_some() && !found.sandbox_works() {
            found.bwrap = None;
        }
        Ok(found)
    }

    /// Whether children are shut in; without, they keep to their limits and lists only.
    pub fn is_sandboxed(&self) -> bool {
        self.bwrap.is_some()
    }

    /// The same, outside of the sandbox.
    pub fn without_sandbox(mut self) -> Self {
        self.bwrap = None;
        self
    }

    /// Kernels and containers may refuse what it needs.
    fn sandbox_works(&self) -> bool {
        let line = self.line(Program::Ffmpeg, &Limits::default(), &[], vec!["-version".into()]);
        let Some((program, arguments)) = line.split_first() else { return false };
        let mut command = Command::new(program);
        command.args(arguments).env_clear().stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }

    /// The whole command line: limits, then the sandbox, then the program.
    fn line(&self, program: Program, limits: &Limits, files: &[Bound], arguments: Vec<OsString>) -> Vec<OsString> {
        let mut line = Vec::new();
        if let Some(nice) = &self.nice {
            line.extend([nice.into(), "-n".into(), limits.nice.to_string().into()]);
        }
        if let Some(prlimit) = &self.prlimit {
            line.push(prlimit.into());
            line.push(format!("--as={}", limits.memory).into());
            line.push(format!("--cpu={}", limits.cpu.as_secs().max(1)).into());
            line.push(format!("--fsize={}", limits.file).into());
            line.extend(["--nofile=64".into(), "--core=0".into()]);
        }
        let path = match program {
            Program::Ffmpeg => &self.ffmpeg,
            Program::Ffprobe => &self.ffprobe,
        };
        if let Some(bwrap) = &self.bwrap {
            line.push(bwrap.into());
            let fixed = "--unshare-all --unshare-user --uid 65534 --gid 65534 --new-session --die-with-parent";
            line.extend(fixed.split(' ').map(OsString::from));
            for folder in SYSTEM.map(Path::new).into_iter().chain(path.parent()) {
                line.extend(["--ro-bind-try".into(), folder.into(), folder.into()]);
            }
            for file in files {
                let how = if file.writable { "--bind" } else { "--ro-bind" };
                line.extend([how.into(), file.outside.as_os_str().to_owned(), file.inside().into()]);
            }
            line.extend(["--chdir".into(), "/".into(), "--".into()]);
        }
        line.push(path.into());
        line.extend(arguments);
        line
    }
}

/// A file that a child may see.
#[derive(Clone, Debug)]
struct Bound {
    outside: PathBuf,
    writable: bool,
}

impl Bound {
    /// Children have another working folder than we do.
    fn new(path: &Path, writable: bool) -> Self {
        Self { outside: std::path::absolute(path).unwrap_or_else(|_| path.to_owned()), writable }
    }

    /// Its name in the sandbox says nothing of ours.
    fn inside(&self) -> &'static str {
        if self.writable { "/output" } else { "/input" }
    }
}

fn on_path(name: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_absolute() && path.is_file())
}

#[cfg(test)]
pub(crate) mod tests {
    use std::fs;
    use std::net::TcpListener;
    use std::time::Duration;

    use tokio::io::{AsyncBufReadExt, BufReader};

    use super::*;

    fn found() -> Ffmpeg {
        Ffmpeg::find().expect("scripts/setup-system installs ffmpeg")
    }

    /// A program in the place of ffmpeg.
    pub(crate) fn program(folder: &Path, text: &str) -> Ffmpeg {
        let path = folder.join("ffmpeg");
        let text = format!("#!/bin/sh\nPATH=/usr/bin:/bin\n{text}\n");
        // Written by another process: a file that another test's child still holds open for writing cannot be run.
        let mut write = Command::new("sh");
        write.args(["-c", "printf %s \"$1\" >\"$2\" && chmod 700 \"$2\"", "sh"]).arg(text).arg(&path);
        assert!(write.status().unwrap().success());
        Ffmpeg { ffmpeg: path.clone(), ffprobe: path, prlimit: None, nice: None, bwrap: None }
    }

    fn copy(input: &str) -> Job {
        Job::ffmpeg(Limits::default()).args("-f data -i").arg(input).args("-map 0 -c copy -f data pipe:1")
    }

    /// T33: in the sandbox there is no file but those that were handed over, and no network.
    #[tokio::test]
    async fn sandbox_hides_other_files() {
        let ffmpeg = found();
        assert!(ffmpeg.is_sandboxed(), "bwrap is installed by scripts/setup-system, and has to work here");
        let folder = tempfile::tempdir().unwrap();
        let (secret, upload) = (folder.path().join("secret"), folder.path().join("upload"));
        fs::write(&secret, "secret").unwrap();
        fs::write(&upload, "upload").unwrap();
        for path in [secret.to_str().unwrap(), "/etc/passwd"] {
            let outside = copy(path).run(&ffmpeg.clone().without_sandbox(), &[], 100_000).await.unwrap();
            assert!(!outside.is_empty());
            let inside = copy(path).run(&ffmpeg, &[], 100_000).await;
            assert!(matches!(inside, Err(FfmpegError::Failed(_))), "{path}");
        }
        let job = Job::ffmpeg(Limits::default()).args("-f data").read_file(&upload);
        let refused = job.args("-map 0 -c copy -f data pipe:1").run(&ffmpeg, &[], 100).await;
        assert!(matches!(refused, Err(FfmpegError::Failed(_))), "the format is not on the list");
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = format!("tcp://{}?timeout=2000000", listener.local_addr().unwrap());
        assert!(copy(&address).run(&ffmpeg, &[], 100).await.is_err());
        assert!(listener.accept().is_err());
    }

    /// T33: time and memory are limited, whatever a file makes of them.
    #[tokio::test]
    async fn job_is_limited_in_time_memory_and_output() {
        let ffmpeg = found();
        let folder = tempfile::tempdir().unwrap();
        let endless = |limits| Job::ffmpeg(limits).args("-re -f lavfi -i testsrc2=s=64x64 -f null -");
        let brief = Limits { time: Some(Duration::from_millis(300)), ..Limits::default() };
        assert!(matches!(endless(brief).run(&ffmpeg, &[], 100).await, Err(FfmpegError::TooSlow)));
        // Wants to hold all of it in memory.
        let greedy = program(folder.path(), "head -c 600000000 /dev/zero | tail -c 600000000 >/dev/null");
        let held = Ffmpeg { prlimit: on_path("prlimit"), ..greedy };
        let little = Limits { memory: 300 * 1024 * 1024, ..Limits::default() };
        assert!(matches!(Job::ffmpeg(little).run(&held, &[], 100).await, Err(FfmpegError::Failed(_))));
        let loud = Job::ffmpeg(Limits::default()).args("-f lavfi -i testsrc2=s=64x64 -f rawvideo pipe:1");
        assert!(matches!(loud.run(&ffmpeg, &[], 100).await, Err(FfmpegError::TooMuch)));
    }

    /// T33: a dropped child is gone, with everything that it started.
    #[tokio::test]
    async fn a_child_dies_with_its_group() {
        let folder = tempfile::tempdir().unwrap();
        let script = program(folder.path(), "sleep 600 & echo $!\nwait");
        let mut child = Job::ffmpeg(Limits::default()).start(&script, 0).unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).await.unwrap();
        let state = || fs::read_to_string(format!("/proc/{}/stat", line.trim())).unwrap_or_default();
        while !state().contains("sleep") {
            tokio::task::yield_now().await;
        }
        drop(child);
        while state().contains("sleep") && !state().contains(") Z ") {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn ffmpeg_error_output_is_reported() {
        let ffmpeg = found();
        let job = Job::ffmpeg(Limits::default()).decode_limits().read_pipe("flv").args("-f null -");
        match job.run(&ffmpeg, b"this is no FLV at all, but it is long enough", 100).await {
            Err(FfmpegError::Failed(reason)) => assert!(!reason.is_empty() && reason.len() <= 160, "{reason}"),
            other => panic!("{other:?}"),
        }
    }
}
