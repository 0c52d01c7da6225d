//! Where encoders connect.

use std::net::SocketAddr;
use std::sync::Arc;

use domain::secret::Secret;
use media::ingest::{Limits, rtmp, srt};
use tokio::net::{TcpListener, UdpSocket};
use tokio::sync::watch;

use super::Hub;
use crate::app::config::{Config, OptionalPort};
use crate::app::run::RunError;

/// Open sockets, before anybody is let in.
pub(crate) struct Encoders {
    rtmp: Option<TcpListener>,
    srt: Option<UdpSocket>,
    passphrase: Option<Secret<String>>,
}

impl Encoders {
    pub(crate) async fn listen(config: &Config) -> Result<Self, RunError> {
        let address = |port| SocketAddr::new(config.rtmp_listen, port);
        let refused = |setting, address| move |cause| RunError::Listen { address, setting, cause };
        let rtmp = match config.rtmp_port {
            OptionalPort::Off => None,
            OptionalPort::On(port) => {
                let address = address(port);
                Some(TcpListener::bind(address).await.map_err(refused("RTMP_PORT", address))?)
            }
        };
        let srt = match config.srt_port {
            OptionalPort::Off => None,
            OptionalPort::On(port) => {
                let address = address(port);
                Some(UdpSocket::bind(address).await.map_err(refused("SRT_PORT", address))?)
            }
        };
        Ok(Self { rtmp, srt, passphrase: config.srt_passphrase.clone() })
    }

    pub(crate) fn rtmp_address(&self) -> Option<SocketAddr> {
        self.rtmp.as_ref()?.local_addr().ok()
    }

    /// Until the server stops.
    pub(crate) async fn serve(self, hub: Hub, stop: watch::Receiver<bool>) {
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
        let _ = stop.clone().wait_for(|stop| *stop).await;
    }
}
