//! A site that people log in through, for tests and demos: OpenID Connect with keys of its own, by code and PKCE, and
//! plain OAuth beside it. It checks what it is asked as strictly as the standard wants, lets people in as one of a few
//! invented persons, and answers wrongly where a test says so. It knows none of our crates.

mod fault;
mod http;
mod page;
mod token;

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::ecdsa::SigningKey;
use serde_json::{Value, json};

pub use fault::Fault;

/// Codes and tokens that are good at once; of more, the oldest is forgotten.
const MAX_SECRETS: usize = 1_000;

/// Whether people may be sent back to an address.
pub type Returns = Arc<dyn Fn(&str) -> bool + Send + Sync>;

/// The one site that asks.
#[derive(Clone)]
pub struct Client {
    pub id: String,
    pub secret: String,
}

/// Cheap to clone.
#[derive(Clone)]
pub struct Provider {
    inner: Arc<Inner>,
}

struct Inner {
    issuer: String,
    client: Client,
    returns: Returns,
    state: Mutex<State>,
}

struct State {
    key: SigningKey,
    key_name: String,
    fault: Fault,
    /// The person who agrees without the page.
    visitor: Value,
    codes: Secrets<Asked>,
    tokens: Secrets<Value>,
}

/// What a code was asked for with, and the person who agreed.
struct Asked {
    parameters: HashMap<String, String>,
    person: Value,
}

/// What is good for once or for a while, by a secret that nobody can guess; never more than so many.
struct Secrets<T>(VecDeque<(String, T)>);

impl<T> Secrets<T> {
    fn add(&mut self, value: T) -> String {
        if self.0.len() >= MAX_SECRETS {
            self.0.pop_front();
        }
        let secret = URL_SAFE_NO_PAD.encode(rand::random::<[u8; 24]>());
        self.0.push_back((secret.clone(), value));
        secret
    }

    fn get(&self, secret: &str) -> Option<&T> {
        self.0.iter().find(|(known, _)| known == secret).map(|(_, value)| value)
    }

    fn take(&mut self, secret: &str) -> Option<T> {
        let at = self.0.iter().position(|(known, _)| known == secret)?;
        self.0.remove(at).map(|(_, value)| value)
    }
}

impl Provider {
    /// `issuer` is the address that the router is mounted at, as browsers and the asking site know it.
    pub fn new(issuer: String, client: Client, returns: Returns) -> Self {
        let state = State {
            key: new_key(),
            key_name: "first".into(),
            fault: Fault::None,
            visitor: json!({}),
            codes: Secrets(VecDeque::new()),
            tokens: Secrets(VecDeque::new()),
        };
        Self { inner: Arc::new(Inner { issuer, client, returns, state: Mutex::new(state) }) }
    }

    pub fn issuer(&self) -> &str {
        &self.inner.issuer
    }

    /// The person who agrees from now on where no page is shown.
    pub fn is_visited_by(&self, person: Value) {
        self.state().visitor = person;
    }

    /// Signs with another key from now on, as providers do now and then.
    pub fn change_key(&self, name: &str) {
        let mut state = self.state();
        (state.key, state.key_name) = (new_key(), name.into());
    }

    pub fn fail_by(&self, fault: Fault) {
        self.state().fault = fault;
    }

    /// What its page does when the visitor agrees: gives the query that they go back with; the problem where the site
    /// asked wrongly.
    pub fn agree(&self, url: &str) -> Result<String, &'static str> {
        let query = url.split_once('?').map_or("", |(_, query)| query);
        let asked = self.asked(query.as_bytes())?;
        let person = self.state().visitor.clone();
        Ok(self.answer(asked, person))
    }

    /// What a site asks with, where it asks as it should.
    fn asked(&self, query: &[u8]) -> Result<HashMap<String, String>, &'static str> {
        let asked = parameters(query);
        let word = |name: &str| asked.get(name).map(String::as_str).unwrap_or_default();
        if word("client_id") != self.inner.client.id {
            return Err("unknown client");
        }
        if !(self.inner.returns)(word("redirect_uri")) {
            return Err("this is no address to come back to");
        }
        if word("response_type") != "code" {
            return Err("only codes are given");
        }
        if word("code_challenge_method") != "S256" || word("code_challenge").is_empty() || word("state").is_empty() {
            return Err("a state and a challenge of SHA-256 are needed");
        }
        Ok(asked)
    }

    fn answer(&self, parameters: HashMap<String, String>, person: Value) -> String {
        let sent_back = parameters.get("state").cloned().unwrap_or_default();
        let code = self.state().codes.add(Asked { parameters, person });
        query(&[("code", &code), ("state", &sent_back), ("iss", self.issuer())])
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // What a panic left behind is whole: every change is one assignment.
        self.inner.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn new_key() -> SigningKey {
    // All but a handful of numbers are keys.
    std::iter::repeat_with(rand::random::<[u8; 32]>)
        .find_map(|bytes| SigningKey::from_slice(&bytes).ok())
        .expect("the iterator is endless")
}

fn parameters(query: &[u8]) -> HashMap<String, String> {
    form_urlencoded::parse(query).into_owned().collect()
}

fn query(pairs: &[(&str, &str)]) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish()
}
