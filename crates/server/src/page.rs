//! The viewer app's page: the built HTML, with the channel's theme and start-up data already in it.

use std::collections::{BTreeSet, HashMap};

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use domain::api_key;
use domain::channel::{Identity, Language, Profile};
use domain::colours::theme;
use domain::content::Content;
use domain::paths::{Screen, screen};
use http::{HeaderValue, Method, StatusCode, Uri, header};
use minijinja::HtmlEscape;
use rand::RngExt;
use serde_json::Value;

use crate::error::Error;
use crate::extract::{Channel, now};
use crate::policy;
use crate::prepared::Wants;
use crate::snapshot::{Public, Snapshot};
use crate::spliced::Spliced;
use crate::{api, assets};

const LANGUAGE: &str = "<html lang=\"en\">";
const HEAD: &str = "<!--touchline:head-->";
const BOOT: &str = "<!--touchline:boot-->";

/// The built page, cut where the channel's own parts go in.
pub(crate) struct Shell {
    before_head: String,
    before_boot: String,
    after_boot: String,
    manifest: Value,
}

#[derive(Debug, thiserror::Error)]
#[error("the viewer app's page is not built, or has lost its marker {0}; run `make web`")]
pub(crate) struct ShellError(&'static str);

impl Shell {
    pub(crate) fn load() -> Result<Self, ShellError> {
        let html = assets::viewer_text("index.html").ok_or(ShellError("index.html"))?;
        let manifest = assets::viewer_text(".vite/manifest.json").and_then(|text| serde_json::from_str(&text).ok());
        Self::cut(&html, manifest.ok_or(ShellError(".vite/manifest.json"))?)
    }

    fn cut(html: &str, manifest: Value) -> Result<Self, ShellError> {
        if !html.contains(LANGUAGE) {
            return Err(ShellError("lang"));
        }
        let (before_head, rest) = html.split_once(HEAD).ok_or(ShellError(HEAD))?;
        let (before_boot, after_boot) = rest.split_once(BOOT).ok_or(ShellError(BOOT))?;
        Ok(Self {
            before_head: before_head.to_owned(),
            before_boot: before_boot.to_owned(),
            after_boot: after_boot.to_owned(),
            manifest,
        })
    }

    /// All pages of a channel, ready but for the visitor's own key.
    pub(crate) fn pages_of(
        &self,
        identity: &Identity,
        profile: &Profile,
        content: &Content,
        public: &Public,
    ) -> ChannelPages {
        let style = theme(&profile.colours).css();
        let make = |screen, title: &str| self.ready(screen, title, &style, identity, profile, public);
        ChannelPages {
            policy: policy::of_app(Some(&style)),
            home: make(Screen::Home, &profile.name),
            game: make(Screen::Game, &titled("Watch", profile)),
            faq: make(Screen::Faq, &titled("FAQ", profile)),
            not_found: make(Screen::NotFound, &titled("404", profile)),
            own: content
                .pages
                .iter()
                .map(|page| (page.url.clone(), make(Screen::ChannelPage, &titled(&page.name, profile))))
                .collect(),
        }
    }

    fn ready(
        &self,
        screen: Screen,
        title: &str,
        style: &str,
        identity: &Identity,
        profile: &Profile,
        public: &Public,
    ) -> ReadyPage {
        let before_head =
            self.before_head.replacen(LANGUAGE, &format!("<html lang=\"{}\">", profile.language.code()), 1);
        let head = self.head(screen, title, style, &identity.alias, profile);
        let home = if screen == Screen::Home { data_of(public.home.plain()) } else { "null".into() };
        let before_key = format!(
            "{before_head}{head}{}{{\"channel_key\":{},\"api_key\":\"",
            self.before_boot,
            Value::from(identity.channel_key.as_str()),
        );
        let after_key = format!(
            "\",\"bootstrap\":{},\"participants\":{},\"profile\":null,\"home\":{home}}}{}",
            data_of(public.bootstrap.plain()),
            data_of(public.participants.plain()),
            self.after_boot,
        );
        ReadyPage(Spliced::new(before_key, after_key))
    }

    fn head(&self, screen: Screen, title: &str, style: &str, alias: &str, profile: &Profile) -> String {
        let mut head = format!(
            "<title>{}</title><meta name=\"description\" content=\"{}\"><meta name=\"channel\" content=\"{alias}\">\
             <style id=\"theme\">{style}</style>",
            HtmlEscape(title),
            HtmlEscape(&profile.tagline),
        );
        if let Some(logo) = &profile.logo {
            head.push_str(&format!("<link rel=\"icon\" href=\"{}\">", HtmlEscape(logo)));
        }
        for font in fonts(profile.language) {
            head.push_str(&format!(
                "<link rel=\"preload\" as=\"font\" type=\"font/woff2\" crossorigin href=\"/{font}\">"
            ));
        }
        for file in self.chunks(screen) {
            head.push_str(&format!("<link rel=\"modulepreload\" crossorigin href=\"/{file}\">"));
        }
        head
    }

    /// The files of the screen's own chunk that the entry does not bring anyway.
    fn chunks(&self, screen: Screen) -> BTreeSet<String> {
        let source = match screen {
            Screen::Home => "src/routes/home.tsx",
            Screen::Game => "src/routes/watch.tsx",
            Screen::Faq => "src/routes/faq.tsx",
            Screen::NotFound => "src/routes/not-found.tsx",
            Screen::ChannelPage => "src/routes/channel-page.tsx",
        };
        let mut entry = BTreeSet::new();
        self.collect("index.html", &mut entry);
        let mut wanted = BTreeSet::new();
        self.collect(source, &mut wanted);
        wanted.difference(&entry).cloned().collect()
    }

    fn collect(&self, key: &str, files: &mut BTreeSet<String>) {
        let chunk = &self.manifest[key];
        let Some(file) = chunk["file"].as_str() else { return };
        if !files.insert(file.to_owned()) {
            return;
        }
        for import in chunk["imports"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            self.collect(import, files);
        }
    }
}

fn titled(name: &str, profile: &Profile) -> String {
    format!("{name} – {}", profile.name)
}

/// The fonts that the first paint needs: Latin, and Cyrillic where the channel speaks Bulgarian.
fn fonts(language: Language) -> impl Iterator<Item = &'static str> {
    let script = move |name: &str| match language {
        Language::Bg => name.contains("-cyrillic-wght") || name.contains("-latin-wght"),
        Language::En | Language::Fr => name.contains("-latin-wght"),
    };
    assets::viewer_names().filter(move |name| name.ends_with(".woff2") && script(name))
}

/// The `data` of a prepared answer, safe inside a script element.
fn data_of(answer: &Bytes) -> String {
    let text = String::from_utf8_lossy(answer);
    let data = text
        .strip_prefix("{\"data\":")
        .and_then(|rest| rest.rsplit_once(",\"meta\":"))
        .map_or("null", |(data, _)| data);
    data.replace('<', "\\u003c")
}

pub(crate) struct ChannelPages {
    policy: HeaderValue,
    home: ReadyPage,
    game: ReadyPage,
    faq: ReadyPage,
    not_found: ReadyPage,
    /// The channel's own pages, by their path.
    own: HashMap<String, ReadyPage>,
}

/// A page but for the visitor's key.
struct ReadyPage(Spliced);

/// Every address that nothing else answers: the page of its screen, or the not-found page.
pub(crate) async fn show(channel: Result<Channel, Error>, method: Method, uri: Uri, wants: Wants) -> Response {
    if uri.path().strip_prefix(api::BASE).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')) {
        return Error::NotFound("call").into_response();
    }
    if !matches!(method, Method::GET | Method::HEAD) {
        return Error::Method(method).into_response();
    }
    let Ok(Channel(channel)) = channel else {
        return (StatusCode::NOT_FOUND, "No channel is served at this address.").into_response();
    };
    let (status, page) = find(&channel, uri.path());
    answer(&channel, page, status, wants.takes_gzip)
}

fn find<'a>(channel: &'a Snapshot, path: &str) -> (StatusCode, &'a ReadyPage) {
    let pages = &channel.pages;
    match screen(path) {
        Screen::Home => (StatusCode::OK, &pages.home),
        Screen::Game => (StatusCode::OK, &pages.game),
        Screen::Faq => (StatusCode::OK, &pages.faq),
        Screen::NotFound => (StatusCode::NOT_FOUND, &pages.not_found),
        Screen::ChannelPage => match pages.own.get(path.trim_end_matches('/')) {
            Some(page) => (StatusCode::OK, page),
            None => (StatusCode::NOT_FOUND, &pages.not_found),
        },
    }
}

fn answer(channel: &Snapshot, page: &ReadyPage, status: StatusCode, compressed: bool) -> Response {
    let identity = &channel.identity;
    let key = api_key::issue(&identity.key_secret, identity.id, now(), rand::rng().random());
    let body = if compressed { page.0.gzip(&key) } else { page.0.plain(&key) };
    let mut answer = Response::new(Body::from(body));
    *answer.status_mut() = status;
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    headers.insert(header::CONTENT_SECURITY_POLICY, channel.pages.policy.clone());
    if compressed {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_cannot_end_its_script_element() {
        let answer = Bytes::from_static(br#"{"data":{"name":"</script><script>"},"meta":{"total":1}}"#);
        assert_eq!(data_of(&answer), r#"{"name":"\u003c/script>\u003cscript>"}"#);
    }

    #[test]
    fn a_page_without_its_markers_is_refused() {
        let whole = format!("{LANGUAGE}{HEAD}{BOOT}");
        assert!(Shell::cut(&whole, Value::Null).is_ok());
        for marker in [LANGUAGE, HEAD, BOOT] {
            assert!(Shell::cut(&whole.replace(marker, ""), Value::Null).is_err(), "{marker}");
        }
    }

    #[test]
    fn only_what_the_entry_does_not_bring_is_preloaded() {
        let manifest = serde_json::json!({
            "index.html": {"file": "assets/index.js", "imports": ["_shared"]},
            "_shared": {"file": "assets/shared.js"},
            "_cards": {"file": "assets/cards.js", "imports": ["_shared"]},
            "src/routes/home.tsx": {"file": "assets/home.js", "imports": ["_cards", "_shared"]}
        });
        let shell = Shell::cut(&format!("{LANGUAGE}{HEAD}{BOOT}"), manifest).unwrap();
        let chunks: Vec<_> = shell.chunks(Screen::Home).into_iter().collect();
        assert_eq!(chunks, ["assets/cards.js", "assets/home.js"]);
    }
}
