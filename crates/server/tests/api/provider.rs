//! A site that people log in through, on this machine, at a port of its own.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::Arc;

use domain::secret::Secret;
use server::config::{ChannelSocial, OAuth, OpenId};
use tokio::net::TcpListener;

pub use testlogin::Fault;

pub const CLIENT: &str = "touchline";
const SECRET: &str = "hush";

/// The provider that the demo has too, reached over HTTP.
#[derive(Clone)]
pub struct Provider(testlogin::Provider);

impl Deref for Provider {
    type Target = testlogin::Provider;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl Provider {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let issuer = format!("http://{}", listener.local_addr().unwrap());
        let client = testlogin::Client { id: CLIENT.into(), secret: SECRET.into() };
        let provider = testlogin::Provider::new(issuer, client, Arc::new(|_| true));
        let router = provider.router();
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self(provider)
    }

    /// As a channel's settings name it: once as Google, once as Facebook.
    pub fn settings(&self) -> ChannelSocial {
        let at = self.issuer();
        ChannelSocial {
            google: Some(OpenId {
                client_id: CLIENT.into(),
                client_secret: Secret::new(SECRET.into()),
                issuer: at.into(),
            }),
            facebook: Some(OAuth {
                client_id: CLIENT.into(),
                client_secret: Secret::new(SECRET.into()),
                authorize_url: format!("{at}/authorize"),
                token_url: format!("{at}/token"),
                userinfo_url: format!("{at}/userinfo"),
            }),
        }
    }

    /// What its page would do when the person agrees: gives the query that they go back with.
    pub fn agree(&self, url: &str) -> String {
        self.0.agree(url).unwrap()
    }
}

pub fn parameters(query: &[u8]) -> HashMap<String, String> {
    form_urlencoded::parse(query).into_owned().collect()
}
