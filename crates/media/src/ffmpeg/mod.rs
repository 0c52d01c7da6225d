//! ffmpeg and ffprobe as child processes: the one place that starts them.
//!
//! They read what strangers made, so they get as little as can be: arguments as a list and never a shell, one file to
//! read and one to write, formats, protocols and codecs by name, limits of time, memory and size, and, where `bwrap`
//! works, a room of their own without network and without any other file. What they say is cut short; when nobody waits
//! for them any more, they are killed with everything they started.
//!
//! - [`Ffmpeg`]: where the programs are, found once;
//! - [`Job`]: what one of them is to do;
//! - [`Child`]: one that runs.

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
pub(crate) use job::{MAX_PIXELS, is_taken};

#[derive(Debug, thiserror::Error)]
pub enum FfmpegError {
    #[error("{0} is not installed")]
    Missing(&'static str),
    /// What it said, shortened.
    #[error("{0}")]
    Failed(String),
    #[error("it took too long")]
    TooSlow,
    #[error("it wrote more than was asked for")]
    TooMuch,
    #[error("a program could not be run")]
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

    /// Another program in its place.
    #[cfg(test)]
    pub(crate) fn at(path: PathBuf) -> Self {
        Self { ffmpeg: path.clone(), ffprobe: path, prlimit: None, nice: None, bwrap: None }
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
    /// Its name in the sandbox says nothing of ours.
    fn inside(&self) -> &'static str {
        if self.writable { "/output" } else { "/input" }
    }
}

fn on_path(name: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_absolute() && path.is_file())
}
