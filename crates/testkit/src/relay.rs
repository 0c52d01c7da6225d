//! A way to a server that can be cut: everything is passed on, nothing is, or nobody is there.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::{AbortHandle, JoinSet};

/// How the server behind a relay looks from before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Open,
    /// Connections are taken and held, and nothing is said: a machine that was stopped.
    Silent,
    /// Connections are ended, and none is taken: a program that was killed.
    Closed,
}

pub struct Relay {
    pub address: SocketAddr,
    way: Arc<watch::Sender<Way>>,
    serving: AbortHandle,
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl Relay {
    pub async fn to(server: String) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("the port's address");
        let way = Arc::new(watch::Sender::new(Way::Open));
        let serving = tokio::spawn(serve(listener, server, way.clone())).abort_handle();
        Self { address, way, serving }
    }

    pub fn set(&self, way: Way) {
        self.way.send_replace(way);
    }
}

async fn serve(listener: TcpListener, server: String, way: Arc<watch::Sender<Way>>) {
    let address = listener.local_addr().expect("the port's address");
    let (mut listener, mut is) = (Some(listener), way.subscribe());
    let mut passing = JoinSet::new();
    loop {
        if *is.borrow_and_update() == Way::Closed {
            // The port is free for others meanwhile, but none asks for a certain one.
            listener = None;
            passing.shutdown().await;
            is.changed().await.expect("the sender is held above");
            continue;
        }
        let open = match &mut listener {
            Some(open) => open,
            none => none.insert(TcpListener::bind(address).await.expect("the port is still free")),
        };
        tokio::select! {
            taken = open.accept() => {
                let (client, _) = taken.expect("a client connects");
                passing.spawn(pass(client, server.clone(), way.subscribe()));
            }
            _ = is.changed() => {}
            Some(_) = passing.join_next() => {}
        }
    }
}

async fn pass(client: TcpStream, server: String, way: watch::Receiver<Way>) {
    let mut begins = way.clone();
    if begins.wait_for(|way| *way == Way::Open).await.is_err() {
        return;
    }
    let Ok(server) = TcpStream::connect(server).await else { return };
    let ((from_client, to_client), (from_server, to_server)) = (client.into_split(), server.into_split());
    // Whichever side ends, both do.
    tokio::select! {
        () = copy(from_client, to_server, way.clone()) => {}
        () = copy(from_server, to_client, way) => {}
    }
}

async fn copy(mut from: impl AsyncRead + Unpin, mut to: impl AsyncWrite + Unpin, mut way: watch::Receiver<Way>) {
    let mut bytes = vec![0; 16 * 1024];
    while let Ok(length @ 1..) = from.read(&mut bytes).await {
        if way.wait_for(|way| *way == Way::Open).await.is_err() || to.write_all(&bytes[..length]).await.is_err() {
            return;
        }
    }
}
