//! Writes whole responses directly to a socket.

use std::io::{self, ErrorKind, IoSlice};
use std::os::fd::AsFd;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::sendfile;
use rustix::net::{SendAncillaryBuffer, SendFlags, send, sendmsg};
use tokio::io::Interest;
use tokio::net::TcpStream;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::StoredFile;
use super::file_body::READS;

/// At once from a disk at most: a thread has it for that long.
const FROM_DISK: usize = 4 * 1024 * 1024;

/// Writes a head and then a whole file. A client that accepts no data for `idle` is disconnected.
pub async fn send_file(socket: &TcpStream, head: &[u8], file: &Arc<StoredFile>, idle: Duration) -> io::Result<()> {
    // The kernel waits for the file before it makes packets of the head.
    let flags = if file.length() > 0 { SendFlags::MORE | SendFlags::NOSIGNAL } else { SendFlags::NOSIGNAL };
    let mut unsent = head;
    while !unsent.is_empty() {
        let sent = when_writable(socket, idle, || Ok(send(socket, unsent, flags)?)).await?;
        unsent = &unsent[sent..];
    }
    let mut at = 0;
    while at < file.length() {
        let sent = match file.in_memory_from(at) {
            0 => send_from_disk(socket, file, at, idle).await?,
            there => when_writable(socket, idle, || send_part(socket, file, at, there)).await?,
        };
        if sent == 0 {
            // The file has been cut short meanwhile.
            return Err(ErrorKind::UnexpectedEof.into());
        }
        at += sent as u64;
    }
    Ok(())
}

/// Sends on a thread that may wait for the disk, so that the kernel reads ahead of what it sends; it never waits for
/// the client, for the socket does not block.
async fn send_from_disk(socket: &TcpStream, file: &Arc<StoredFile>, at: u64, idle: Duration) -> io::Result<usize> {
    loop {
        let sent = {
            let _place = READS.acquire().await.map_err(io::Error::other)?;
            let (pending_files, file) = (socket.as_fd().try_clone_to_owned()?, file.clone());
            spawn_blocking(move || send_part(&pending_files, &file, at, FROM_DISK)).await.map_err(io::Error::other)?
        };
        match sent {
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                // The runtime does not know yet that the socket is full.
                when_writable(socket, idle, || {
                    let mut asked = [PollFd::new(socket, PollFlags::OUT)];
                    match poll(&mut asked, Some(&Timespec::default()))? {
                        0 => Err(ErrorKind::WouldBlock.into()),
                        ready => Ok(ready),
                    }
                })
                .await?;
            }
            done => return done,
        }
    }
}

fn send_part(socket: impl AsFd, file: &StoredFile, at: u64, count: usize) -> io::Result<usize> {
    let mut offset = at;
    Ok(sendfile(socket, file.handle(), Some(&mut offset), count)?)
}

/// Writes a head and a body after it.
pub async fn send_bytes(socket: &TcpStream, head: &[u8], body: &Bytes, idle: Duration) -> io::Result<()> {
    let mut slices = [IoSlice::new(head), IoSlice::new(body)];
    let mut slices = &mut slices[..];
    while slices.iter().any(|slice| !slice.is_empty()) {
        let control = &mut SendAncillaryBuffer::default();
        let sent = when_writable(socket, idle, || Ok(sendmsg(socket, slices, control, SendFlags::NOSIGNAL)?)).await?;
        IoSlice::advance_slices(&mut slices, sent);
    }
    Ok(())
}

async fn when_writable(
    socket: &TcpStream,
    idle: Duration,
    mut send: impl FnMut() -> io::Result<usize>,
) -> io::Result<usize> {
    loop {
        match socket.try_io(Interest::WRITABLE, &mut send) {
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                timeout(idle, socket.writable()).await.map_err(|_| ErrorKind::TimedOut)??;
            }
            done => return done,
        }
    }
}
