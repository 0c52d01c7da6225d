//! Over real sockets, with the HTTP library between as it is set up for visitors.

use std::convert::Infallible;
use std::fs::OpenOptions;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use http::{Request, Response};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use rustix::fs::{Advice, fadvise};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::mpsc;
use tokio_io_timeout::TimeoutStream;

use super::*;

/// Never 0, which the blank is made of, and different at each edge of a page.
fn content(length: usize) -> Vec<u8> {
    let pattern: Vec<u8> = (1..=251).collect();
    let mut content = pattern.repeat(length / pattern.len() + 1);
    content.truncate(length);
    content
}

/// Answers `/LENGTH/START/END` with a part of a file of that length, which is made at the first try, and `/hello` without
/// one; tells when a connection has ended.
struct Server {
    address: SocketAddr,
    folder: TempDir,
    ended: mpsc::Receiver<()>,
}

impl Server {
    async fn start(
        pending_files: impl Fn(&PendingFiles) -> PendingFiles + Send + 'static,
        write_idle: Duration,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, folder) = (listener.local_addr().unwrap(), tempfile::tempdir().unwrap());
        let (end, ended) = mpsc::channel(16);
        let path: Arc<Path> = folder.path().into();
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let own = PendingFiles::default();
                let (pending_files, path, end) = (pending_files(&own), path.clone(), end.clone());
                let service = service_fn(move |request: Request<Incoming>| {
                    let answer = answer(&path, request.uri().path(), &pending_files);
                    async move { Ok::<_, Infallible>(answer) }
                });
                let mut wire = TimeoutStream::new(SendfileStream::new(socket, Bytes::new(), own));
                wire.set_write_timeout(Some(write_idle));
                let connection = hyper::server::conn::http1::Builder::new()
                    .writev(true)
                    .pipeline_flush(false)
                    .serve_connection(TokioIo::new(Box::pin(wire)), service);
                tokio::spawn(async move {
                    let _ = connection.await;
                    let _ = end.send(()).await;
                });
            }
        });
        Self { address, folder, ended }
    }

    async fn plain() -> Self {
        Self::start(PendingFiles::clone, Duration::from_secs(60)).await
    }

    fn file(&self, length: usize) -> std::path::PathBuf {
        self.folder.path().join(length.to_string())
    }

    /// With as little as possible on its way to a client that does not read.
    async fn narrow(&self) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        socket.connect(self.address).await.unwrap()
    }
}

fn answer(folder: &Path, path: &str, pending_files: &PendingFiles) -> Response<BoxBody<Bytes, io::Error>> {
    let numbers: Vec<usize> = path.split('/').filter_map(|number| number.parse().ok()).collect();
    let [length, start, end] = numbers[..] else {
        return Response::new(Full::new(Bytes::from_static(b"hello")).map_err(|never| match never {}).boxed());
    };
    let path = folder.join(length.to_string());
    if !path.exists() {
        std::fs::write(&path, content(length)).unwrap();
    }
    let file = Arc::new(StoredFile::new(std::fs::File::open(path).unwrap(), length as u64));
    Response::new(FileBody::new(pending_files.clone(), file, start as u64, end as u64).boxed())
}

fn request(method: &str, path: &str) -> String {
    format!("{method} {path} HTTP/1.1\r\nhost: x\r\n\r\n")
}

/// Reads an answer's head, and gives the length that it promises.
async fn head(socket: &mut TcpStream) -> usize {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(socket.read_u8().await.unwrap());
    }
    let head = String::from_utf8(head).unwrap();
    assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{head}");
    head.split_once("content-length: ").unwrap().1.split_once("\r\n").unwrap().0.parse().unwrap()
}

async fn body(socket: &mut TcpStream) -> Vec<u8> {
    let mut body = vec![0; head(socket).await];
    socket.read_exact(&mut body).await.unwrap();
    body
}

const LENGTHS: [usize; 8] = [0, 1, 1000, 65_537, STRETCH - 1, STRETCH, STRETCH + 1, 3 * STRETCH + 17];

/// Parts of files of all lengths, at the edges of whatever they are cut into.
fn parts() -> Vec<(usize, usize, usize)> {
    let edges = [0, 1, 999, 70_000, STRETCH - 1, STRETCH, STRETCH + 1, 2 * STRETCH, usize::MAX];
    let parts = LENGTHS.into_iter().flat_map(|length| {
        edges.into_iter().flat_map(move |start| edges.map(|end| (length, start.min(length), end.min(length))))
    });
    let mut parts: Vec<_> = parts.filter(|(_, start, end)| start <= end).collect();
    parts.sort_unstable();
    parts.dedup();
    parts
}

/// PLAY-07: every byte is the file's own, in answers of all sizes, one after the other on one connection, with others
/// between them.
#[tokio::test]
async fn every_byte_is_the_files_own() {
    let server = Server::plain().await;
    let mut socket = TcpStream::connect(server.address).await.unwrap();
    for (length, start, end) in parts() {
        socket.write_all(request("GET", &format!("/{length}/{start}/{end}")).as_bytes()).await.unwrap();
        assert!(body(&mut socket).await == content(end)[start..], "{start} to {end} of {length}");
        socket.write_all(request("GET", "/hello").as_bytes()).await.unwrap();
        assert_eq!(body(&mut socket).await, b"hello");
    }
}

/// PLAY-07: requests that come all at once are answered in their order; one that asks for the head alone takes nothing
/// from the next.
#[tokio::test]
async fn answers_keep_their_order() {
    let server = Server::plain().await;
    let socket = server.narrow().await;
    let (mut read, mut write) = socket.into_split();
    let asked = parts();
    let all: String = asked
        .iter()
        .map(|(length, start, end)| {
            let path = format!("/{length}/{start}/{end}");
            request("GET", &path) + &request("HEAD", &path) + &request("GET", "/hello")
        })
        .collect();
    let writing = tokio::spawn(async move {
        write.write_all(all.as_bytes()).await.unwrap();
        write
    });
    let mut stream = Vec::new();
    let mut expected = 0;
    for (length, start, end) in asked {
        for body in [content(end)[start..].to_vec(), Vec::new(), b"hello".to_vec()] {
            // Bytes that belong to the answer before would stand before the status.
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                head.push(read.read_u8().await.unwrap());
            }
            assert!(head.starts_with(b"HTTP/1.1 200 OK\r\n"), "{start} to {end} of {length}");
            stream.resize(body.len(), 0);
            read.read_exact(&mut stream).await.unwrap();
            assert!(stream == body, "{start} to {end} of {length}");
            expected += 1;
        }
    }
    assert_eq!(expected, parts().len() * 3);
    drop(writing.await.unwrap());
}

/// PLAY-07: slow readers, and many at once, get what they asked for, from disk too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_readers_get_all_of_it() {
    let server = Server::plain().await;
    let mut readers = Vec::new();
    for number in 0..8 {
        let length = 2 * STRETCH + number;
        std::fs::write(server.file(length), content(length)).unwrap();
        let file = std::fs::File::open(server.file(length)).unwrap();
        // Not in memory any more, where the file system can do that.
        file.sync_all().unwrap();
        fadvise(&file, 0, None, Advice::DontNeed).unwrap();
        let mut socket = server.narrow().await;
        readers.push(tokio::spawn(async move {
            for start in [0, 5000 + number] {
                socket.write_all(request("GET", &format!("/{length}/{start}/{length}")).as_bytes()).await.unwrap();
                let promised = head(&mut socket).await;
                let (mut got, mut piece) = (Vec::new(), vec![0; 1500 + number]);
                while got.len() < promised {
                    let most = piece.len().min(promised - got.len());
                    let count = socket.read(&mut piece[..most]).await.unwrap();
                    assert!(count > 0, "the connection ended");
                    got.extend_from_slice(&piece[..count]);
                    tokio::task::yield_now().await;
                }
                assert!(got == content(length)[start..], "{number}");
            }
        }));
    }
    for reader in readers {
        reader.await.unwrap();
    }
}

/// Larger than what can be on its way between two sockets.
const LARGE: usize = 40 * STRETCH;

/// I7: what is not there any more is missing at the other side, and never made up.
#[tokio::test]
async fn a_file_that_is_cut_short_ends_the_connection() {
    let mut server = Server::plain().await;
    let mut socket = server.narrow().await;
    socket.write_all(request("GET", &format!("/{LARGE}/0/{LARGE}")).as_bytes()).await.unwrap();
    assert_eq!(head(&mut socket).await, LARGE);
    OpenOptions::new().write(true).open(server.file(LARGE)).unwrap().set_len(20 * STRETCH as u64 + 5).unwrap();
    let mut got = Vec::new();
    let _ = socket.read_to_end(&mut got).await;
    assert!(got.len() <= 20 * STRETCH + 5, "{}", got.len());
    assert!(got == content(got.len()));
    server.ended.recv().await.unwrap();
}

/// A file that is deleted while it is sent stays whole for readers that have begun.
#[tokio::test]
async fn a_file_that_is_deleted_is_sent_to_its_end() {
    let server = Server::plain().await;
    let mut socket = server.narrow().await;
    socket.write_all(request("GET", &format!("/{LARGE}/0/{LARGE}")).as_bytes()).await.unwrap();
    let promised = head(&mut socket).await;
    std::fs::remove_file(server.file(LARGE)).unwrap();
    let mut got = vec![0; promised];
    socket.read_exact(&mut got).await.unwrap();
    assert!(got == content(LARGE));
}

/// T36: a client that takes nothing is let go, in the middle of a file too.
#[tokio::test]
async fn client_that_stops_reading_is_dropped() {
    let mut server = Server::start(PendingFiles::clone, Duration::from_millis(20)).await;
    let mut socket = server.narrow().await;
    socket.write_all(request("GET", &format!("/{LARGE}/0/{LARGE}")).as_bytes()).await.unwrap();
    server.ended.recv().await.unwrap();
}

/// I7: a blank that the connection knows nothing of, or knows otherwise, is not sent, nor anything in its place.
#[tokio::test]
async fn a_blank_is_never_sent() {
    let strange = PendingFiles::default();
    let other = Arc::new(StoredFile::new(tempfile::tempfile().unwrap(), 7));
    for pending_files in [
        Box::new(move |_: &PendingFiles| strange.clone()) as Box<dyn Fn(&PendingFiles) -> PendingFiles + Send>,
        Box::new(move |own: &PendingFiles| {
            own.enqueue(other.clone(), 0, 7).unwrap();
            own.clone()
        }),
    ] {
        let mut server = Server::start(pending_files, Duration::from_secs(60)).await;
        let mut socket = TcpStream::connect(server.address).await.unwrap();
        socket.write_all(request("GET", "/5000/0/5000").as_bytes()).await.unwrap();
        assert_eq!(head(&mut socket).await, 5000);
        let mut got = Vec::new();
        let _ = socket.read_to_end(&mut got).await;
        assert_eq!(got, b"");
        server.ended.recv().await.unwrap();
    }
}

/// Sends a whole new file straight to the connecting client, and gives how that ended.
async fn sending(length: usize, idle: Duration) -> (TcpStream, Sending, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    std::fs::write(&path, content(length)).unwrap();
    let file = Arc::new(StoredFile::new(std::fs::File::open(path).unwrap(), length as u64));
    let (reader, sending) = send(file, idle).await;
    (reader, sending, folder)
}

type Sending = tokio::task::JoinHandle<io::Result<()>>;

async fn send(file: Arc<StoredFile>, idle: Duration) -> (TcpStream, Sending) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let reader = socket.connect(listener.local_addr().unwrap()).await.unwrap();
    let (writer, _) = listener.accept().await.unwrap();
    let sending = tokio::spawn(async move { send_file(&writer, b"head:", &file, idle).await });
    (reader, sending)
}

/// PLAY-07: a file that is sent without the HTTP library is whole, behind its head.
#[tokio::test]
async fn a_file_is_sent_straight_to_a_socket() {
    for length in LENGTHS {
        let (mut reader, sending, _folder) = sending(length, Duration::from_secs(60)).await;
        let mut got = Vec::new();
        reader.read_to_end(&mut got).await.unwrap();
        sending.await.unwrap().unwrap();
        assert!(got.strip_prefix(b"head:").unwrap() == content(length), "{length}");
    }
}

/// PLAY-07: so is one that has to be read from the disk first, to a client that takes it slowly.
#[tokio::test]
async fn a_file_that_is_not_in_memory_is_sent_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    std::fs::write(&path, content(LARGE)).unwrap();
    let file = std::fs::File::open(path).unwrap();
    file.sync_all().unwrap();
    rustix::fs::fadvise(&file, 0, None, rustix::fs::Advice::DontNeed).unwrap();
    let file = Arc::new(StoredFile::new(file, LARGE as u64));
    let (mut reader, sending) = send(file, Duration::from_secs(60)).await;
    let mut got = Vec::new();
    reader.read_to_end(&mut got).await.unwrap();
    sending.await.unwrap().unwrap();
    assert!(got.strip_prefix(b"head:").unwrap() == content(LARGE));
}

/// PLAY-07: so are bytes.
#[tokio::test]
async fn bytes_are_sent_straight_to_a_socket() {
    for length in LENGTHS {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut reader = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (writer, _) = listener.accept().await.unwrap();
        let sending = tokio::spawn(async move {
            send_bytes(&writer, b"head:", &content(length).into(), Duration::from_secs(60)).await
        });
        let mut got = Vec::new();
        reader.read_to_end(&mut got).await.unwrap();
        sending.await.unwrap().unwrap();
        assert!(got.strip_prefix(b"head:").unwrap() == content(length), "{length}");
    }
}

/// I7, T36: a file that is cut short ends the connection, and so does a client that takes nothing.
#[tokio::test]
async fn truncated_file_or_stalled_client_ends_sending() {
    let (mut reader, short, folder) = sending(LARGE, Duration::from_secs(60)).await;
    OpenOptions::new().write(true).open(folder.path().join("file")).unwrap().set_len(20 * STRETCH as u64).unwrap();
    let mut got = Vec::new();
    let _ = reader.read_to_end(&mut got).await;
    assert!(short.await.unwrap().is_err());
    assert!(got.len() <= 20 * STRETCH + 5 && got[5..] == content(got.len() - 5));
    let (_reader, idle, _folder) = sending(LARGE, Duration::from_millis(20)).await;
    assert_eq!(idle.await.unwrap().unwrap_err().kind(), ErrorKind::TimedOut);
}
