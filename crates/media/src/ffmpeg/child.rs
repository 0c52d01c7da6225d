//! A running child process. Dropping it kills the process.

use std::io;
use std::os::fd::OwnedFd;
use std::process::Stdio;
use std::time::Duration;

use command_fds::{CommandFdExt, FdMapping};
use rustix::process::{Pid, Signal, kill_process_group};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::unix::pipe;
use tokio::process::{ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::time::{Instant, timeout_at};

use super::job::Job;
use super::reason::readable;
use super::{Ffmpeg, FfmpegError};

/// Of what it says; the rest is read and thrown away, so that it never waits for us.
const MAX_STDERR_BYTES: usize = 16 * 1024;

pub struct Child {
    /// Gone when it is let go of, with all that it started.
    process: tokio::process::Child,
    group: Option<Pid>,
    pub stdin: Option<ChildStdin>,
    pub stdout: Option<ChildStdout>,
    /// The pipes after standard output and error: number 3 and on.
    pub more: Vec<pipe::Receiver>,
    stderr: tokio::task::JoinHandle<Vec<u8>>,
    deadline: Option<Instant>,
}

impl Child {
    pub(super) fn start(ffmpeg: &Ffmpeg, job: Job, more: u8) -> Result<Self, FfmpegError> {
        let deadline = job.limits.time.map(|time| Instant::now() + time);
        let line = job.line(ffmpeg);
        let (program, arguments) = line.split_first().ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
        let mut command = Command::new(program);
        // Fewer pools of memory, so that the limit of addresses is near to what is really used.
        command.args(arguments).env_clear().env("LC_ALL", "C.UTF-8").env("MALLOC_ARENA_MAX", "2").current_dir("/");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.process_group(0).kill_on_drop(true);
        let (mut receivers, mut mappings) = (Vec::new(), Vec::new());
        for index in 0..more {
            let (reader, writer) = io::pipe()?;
            receivers.push(pipe::Receiver::from_owned_fd(OwnedFd::from(reader))?);
            mappings.push(FdMapping { parent_fd: writer.into(), child_fd: 3 + i32::from(index) });
        }
        command.fd_mappings(mappings).map_err(io::Error::other)?;
        let mut process = command.spawn()?;
        let group = process.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
        let (stdin, stdout) = (process.stdin.take(), process.stdout.take());
        let stderr = tokio::spawn(read_stderr(process.stderr.take()));
        Ok(Self { process, group, stdin, stdout, more: receivers, stderr, deadline })
    }

    /// By when it is to have ended.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Waits for its end, and tells what it said when it failed.
    pub async fn finish(mut self) -> Result<(), FfmpegError> {
        drop((self.stdin.take(), self.stdout.take()));
        self.more.clear();
        self.wait().await
    }

    async fn wait(&mut self) -> Result<(), FfmpegError> {
        let status = within(self.deadline, self.process.wait()).await??;
        // No process is left that could be killed by this number.
        self.group = None;
        if status.success() {
            return Ok(());
        }
        let stderr = within(Some(Instant::now() + Duration::from_secs(1)), &mut self.stderr).await;
        let stderr = stderr.ok().and_then(Result::ok).unwrap_or_default();
        Err(FfmpegError::Failed(readable(&stderr, status)))
    }

    /// Gives it its input and takes its output, until it ends.
    pub(super) async fn communicate(mut self, input: &[u8], most: usize) -> Result<Vec<u8>, FfmpegError> {
        let (stdin, stdout, deadline) = (self.stdin.take(), self.stdout.take(), self.deadline);
        let write = async {
            if let Some(mut stdin) = stdin {
                // It may have had enough, or be gone: its end tells.
                let _ = stdin.write_all(input).await;
            }
        };
        let read = async {
            let mut output = Vec::new();
            if let Some(stdout) = stdout {
                stdout.take(most as u64 + 1).read_to_end(&mut output).await?;
            }
            io::Result::Ok(output)
        };
        let ((), output) = within(deadline, async { tokio::join!(write, read) }).await?;
        let output = output?;
        if output.len() > most {
            return Err(FfmpegError::TooMuch);
        }
        self.wait().await?;
        Ok(output)
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.stderr.abort();
        if let Some(group) = self.group.take() {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

async fn within<T>(deadline: Option<Instant>, work: impl Future<Output = T>) -> Result<T, FfmpegError> {
    match deadline {
        Some(deadline) => timeout_at(deadline, work).await.map_err(|_| FfmpegError::TooSlow),
        None => Ok(work.await),
    }
}

async fn read_stderr(stderr: Option<ChildStderr>) -> Vec<u8> {
    let (mut read, mut buffer) = (Vec::new(), [0; 2048]);
    let Some(mut stderr) = stderr else { return read };
    while let Ok(length @ 1..) = stderr.read(&mut buffer).await {
        let room = MAX_STDERR_BYTES - read.len();
        read.extend_from_slice(&buffer[..length.min(room)]);
    }
    read
}
