//! The RTMP and SRT listeners.

use std::net::SocketAddr;
use std::sync::Arc;

use domain::secret::Secret;
use media::ingest::{Limits, rtmp, srt};
use tokio::net::{TcpListener, UdpSocket};
use tokio_util::sync::CancellationToken;

use super::Hub;

/// A port that cannot be opened, and the setting that chose it.
#[derive(Debug, thiserror::Error)]
#[error("cannot listen on {address} ({setting}): {cause}")]
pub struct ListenError {
    pub address: SocketAddr,
    pub setting: &'static str,
    pub cause: std::io::Error,
}

fn refused(setting: &'static str, address: SocketAddr) -> impl FnOnce(std::io::Error) -> ListenError {
    move |cause| ListenError { address, setting, cause }
}

/// The open listeners, before they accept connections.
pub struct Encoders {
    rtmp: Option<TcpListener>,
    srt: Option<UdpSocket>,
    passphrase: Option<Secret<String>>,
}

impl Encoders {
    /// Opens the ports that are given.
    pub async fn listen(
        rtmp: Option<SocketAddr>,
        srt: Option<SocketAddr>,
        passphrase: Option<Secret<String>>,
    ) -> Result<Self, ListenError> {
        let rtmp = match rtmp {
            Some(address) => Some(TcpListener::bind(address).await.map_err(refused("RTMP_PORT", address))?),
            None => None,
        };
        let srt = match srt {
            Some(address) => Some(UdpSocket::bind(address).await.map_err(refused("SRT_PORT", address))?),
            None => None,
        };
        Ok(Self { rtmp, srt, passphrase })
    }

    pub fn rtmp_address(&self) -> Option<SocketAddr> {
        self.rtmp.as_ref()?.local_addr().ok()
    }

    /// Until the server stops.
    pub async fn serve(self, hub: Hub, stop: CancellationToken) {
        let hub = Arc::new(hub);
        let by_rtmp = async {
            if let Some(listener) = self.rtmp {
                rtmp::serve(listener, hub.clone(), Limits::default(), stop.clone()).await;
            }
        };
        let by_srt = async {
            if let Some(socket) = self.srt {
                let passphrase = self.passphrase.and_then(|phrase| srt::Passphrase::new(phrase.expose()));
                srt::serve(socket, hub.clone(), Limits::default(), passphrase, stop.clone()).await;
            }
        };
        tokio::join!(by_rtmp, by_srt);
        // With both switched off there is nothing to do but to wait.
        stop.cancelled().await;
    }
}
