//! The viewer app's built HTML, split at the places for the channel's parts.

use std::collections::{BTreeSet, HashMap};

use domain::channel::{Language, Profile};
use domain::colours::theme;
use domain::content::{Page, PageLink};
use domain::embed_host::policy_source;
use domain::ids::{ClipId, EventId};
use domain::paths::Screen;
use domain::provider_id::{GoogleTag, ProviderIdKind, SentryDsn};
use minijinja::HtmlEscape;
use serde_json::Value;

use super::ChannelPages;
use crate::channels::snapshot::Kept;
use crate::http::gzip_splice::Part;
use crate::http::policy::{AppPolicy, Embedders};
use crate::http::script_json::{data_of, json_in_page};
use crate::pages::{assets, icons};

const LANGUAGE: &str = "<html lang=\"en\">";
const HEAD: &str = "<!--touchline:head-->";
const BOOT: &str = "<!--touchline:boot-->";

pub(crate) struct Shell {
    before_head: String,
    before_boot: String,
    after_boot: String,
    manifest: Value,
    settings: ShellSettings,
}

/// What of the server's settings pages depend on.
#[derive(Clone, Copy, Default)]
pub(crate) struct ShellSettings {
    /// Whether pages have to let Google's captcha in.
    pub(crate) recaptcha: bool,
    /// Whether cards are typed into Stripe's own fields.
    pub(crate) stripe: bool,
    /// Whether sites of this machine may show the player, if the channel names them.
    pub(crate) development: bool,
}

#[derive(Debug, thiserror::Error)]
#[error("the viewer app's page is not built, or has lost its marker {0}; run `make web`")]
pub(crate) struct ShellError(&'static str);

impl Shell {
    pub(crate) fn load(settings: ShellSettings) -> Result<Self, ShellError> {
        let html = assets::viewer_text("index.html").ok_or(ShellError("index.html"))?;
        let manifest = assets::viewer_text(".vite/manifest.json").and_then(|text| serde_json::from_str(&text).ok());
        let shell = Self::cut(&html, manifest.ok_or(ShellError(".vite/manifest.json"))?)?;
        Ok(Self { settings, ..shell })
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
            settings: ShellSettings::default(),
        })
    }

    /// What all pages of a channel are put together from: the parts that are the same for all of them, once.
    pub(crate) fn pages_of(&self, kept: &Kept) -> ChannelPages {
        self.pages_with(kept, &data_of(kept.public.bootstrap.plain()), &kept.content.pages, false)
    }

    /// The same for frames of the console, with a page that is not stored.
    pub(crate) fn preview_of(&self, kept: &Kept, page: Option<&Page>) -> ChannelPages {
        let pages: Vec<Page> = page.cloned().into_iter().collect();
        self.pages_with(kept, &json_in_page(&bootstrap_with(kept.public.bootstrap.plain(), page)), &pages, true)
    }

    fn pages_with(&self, kept: &Kept, bootstrap: &str, own: &[Page], is_preview: bool) -> ChannelPages {
        let Kept { identity, profile, public, .. } = kept;
        let style = theme(&profile.colours).css();
        let language = format!("<html lang=\"{}\">", profile.language.code());
        let before_head =
            format!("{}{}", self.before_head.replacen(LANGUAGE, &language, 1), head(&style, &identity.alias, profile));
        let before_key =
            format!("{}{{\"channel_key\":{},\"api_key\":\"", self.before_boot, json_in_page(&identity.channel_key));
        let after_key = format!(
            "\",\"bootstrap\":{bootstrap},\"participants\":{},\"profile\":null",
            data_of(public.participants.plain()),
        );
        let ShellSettings { recaptcha, stripe, development } = self.settings;
        let recaptcha = recaptcha || kept.provider_client(ProviderIdKind::Recaptcha).is_some();
        let base = AppPolicy {
            style: &style,
            recaptcha,
            stripe: false,
            tag: None,
            reports: None,
            embedded_by: Embedders::Nobody,
        };
        let policy = |embedded_by| AppPolicy { embedded_by, ..base.clone() }.header();
        // Frames on other sites and in the console ask nobody for consent: they load no tag and report nothing.
        let whole = AppPolicy {
            stripe,
            tag: profile.google_tag.as_deref().and_then(GoogleTag::of),
            reports: profile.ids.sentry_dsn.as_deref().and_then(SentryDsn::of).map(|dsn| dsn.origin),
            ..base.clone()
        };
        let named = &profile.playback.embed_hosts;
        let sites: Vec<String> = named.iter().filter_map(|host| policy_source(host, development)).collect();
        ChannelPages {
            policy: if is_preview { policy(Embedders::Sites(&[])) } else { whole.header() },
            embed_policy: policy(Embedders::Sites(&sites)),
            clip_policy: policy(Embedders::Anybody),
            before_head: Part::new(before_head),
            before_key: Part::new(before_key),
            after_key: Part::new(after_key),
            end: Part::new(format!("}}{}", self.after_boot)),
            preloads: all_screens().map(|screen| (sources(screen), self.preloads(screen, profile.language))).collect(),
            is_preview,
            own: own.iter().map(|page| (page.url.clone(), Part::new(json_in_page(page)))).collect(),
        }
    }

    /// Links to the files of a screen's own chunk that the entry does not bring anyway.
    fn preloads(&self, screen: Screen, language: Language) -> String {
        let mut entry = BTreeSet::new();
        self.collect("index.html", &mut entry);
        let mut wanted = BTreeSet::new();
        for source in sources(screen) {
            self.collect(source, &mut wanted);
        }
        for catalogue in catalogues(screen, language) {
            self.collect(&catalogue, &mut wanted);
        }
        let link = |file: &String| format!("<link rel=\"modulepreload\" crossorigin href=\"/{file}\">");
        wanted.difference(&entry).map(link).collect()
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

/// What the app begins with, with a page that is not stored: the newest that there can be, so that it is never replaced.
fn bootstrap_with(stored: &[u8], page: Option<&Page>) -> Value {
    const NEWEST: i64 = (1 << 53) - 1;
    let mut answer: Value = serde_json::from_slice(stored).unwrap_or_default();
    let mut bootstrap = answer["data"].take();
    if !bootstrap.is_object() {
        return bootstrap;
    }
    bootstrap["content_version"] = NEWEST.into();
    if let (Some(page), Some(pages)) = (page, bootstrap["pages"].as_array_mut()) {
        pages.retain(|other| other["id"] != page.id && other["url"] != page.url.as_str());
        pages.extend(serde_json::to_value(PageLink::from(page)).ok());
    }
    bootstrap
}

/// The files that show a screen: its own, and what it will ask for at once.
pub(super) type Sources = &'static [&'static str];

/// The screens that stand at no fixed address.
const OTHERS: [Screen; 10] = [
    Screen::Game(EventId(0)),
    Screen::Embed(EventId(0)),
    Screen::Video(0),
    Screen::Clip(ClipId(0)),
    Screen::Share(ClipId(0)),
    Screen::EmbedClip(ClipId(0)),
    Screen::Form,
    Screen::SelectPackage,
    Screen::NotFound,
    Screen::ChannelPage,
];

pub(super) fn sources(screen: Screen) -> Sources {
    match screen {
        Screen::Home => &["src/features/home/home-screen.tsx"],
        Screen::Upcoming | Screen::Live | Screen::OnDemand => {
            &["src/features/games/games-screen.tsx", "src/features/games/games-results.tsx"]
        }
        Screen::Schedule => &[
            "src/features/games/games-screen.tsx",
            "src/features/games/games-results.tsx",
            "src/features/games/games-schedule.tsx",
            "src/features/games/games-rows.tsx",
        ],
        Screen::Game(_) => &["src/features/watch/watch-screen.tsx"],
        Screen::Embed(_) => &["src/features/watch/watch-embed-screen.tsx"],
        Screen::Simulate => &["src/features/watch/simulate-screen.tsx"],
        Screen::Library => &["src/features/vod/vod-library-screen.tsx"],
        Screen::Video(_) => &["src/features/vod/vod-item-screen.tsx"],
        Screen::Moments => &["src/features/clips/moments-screen.tsx"],
        Screen::Clip(_) => &["src/features/clips/library-clip-screen.tsx"],
        Screen::Share(_) => &["src/features/clips/shared-clip-screen.tsx"],
        Screen::EmbedClip(_) => &["src/features/clips/embed-clip-screen.tsx"],
        Screen::Faq => &["src/features/pages/faq-screen.tsx"],
        Screen::Contacts | Screen::Form => &["src/features/pages/form-screens.ts"],
        Screen::About => &["src/features/pages/about-screen.tsx"],
        Screen::PrivacyPolicy | Screen::Terms => &["src/features/pages/legal-screen.tsx"],
        Screen::Packages => &["src/features/packages/packages-screen.tsx"],
        Screen::SelectPackage => &["src/features/packages/select-package-screen.tsx"],
        Screen::Checkout => &["src/features/checkout/checkout-screen.tsx"],
        Screen::Login
        | Screen::Registration
        | Screen::VerifyNotice
        | Screen::VerifyEmail
        | Screen::PasswordResetRequest
        | Screen::PasswordReset => &["src/features/auth/auth-screens.ts"],
        Screen::Profile | Screen::EditProfile | Screen::Activate | Screen::ConfirmDeletion => {
            &["src/features/profile/profile-screens.ts"]
        }
        Screen::NotFound => &["src/features/pages/not-found-screen.tsx"],
        Screen::ChannelPage => &["src/features/pages/channel-page-screen.tsx"],
    }
}

fn all_screens() -> impl Iterator<Item = Screen> {
    Screen::FIXED.into_iter().map(|(_, screen)| screen).chain(OTHERS)
}

/// The words that a screen needs beside those that come with the app: another language's, and those of its group.
fn catalogues(screen: Screen, language: Language) -> Vec<String> {
    let plain = matches!(screen, Screen::Home | Screen::NotFound | Screen::ChannelPage);
    let shop = matches!(screen, Screen::SelectPackage | Screen::Checkout);
    let passes = screen == Screen::Packages;
    let clips = matches!(screen, Screen::Moments | Screen::Clip(_) | Screen::Share(_) | Screen::EmbedClip(_));
    let groups = [
        (language != Language::En, ""),
        (screen.is_personal() && !shop || passes, "account/"),
        // The passes come with a form of the channel.
        (!plain && !clips && !screen.is_personal(), "content/"),
        (shop || passes, "shop/"),
        (clips, "clips/"),
    ];
    let file = |group: &str| format!("../../packages/i18n/src/locales/{group}{}.ts", language.code());
    groups.into_iter().filter(|(needed, _)| *needed).map(|(_, group)| file(group)).collect()
}

/// What the head of every page of the channel holds.
fn head(style: &str, alias: &str, profile: &Profile) -> String {
    let mut head =
        format!("<meta name=\"channel\" content=\"{}\"><style id=\"theme\">{style}</style>", HtmlEscape(alias));
    head.push_str(&icons::links(profile));
    for font in fonts(profile.language) {
        head.push_str(&format!("<link rel=\"preload\" as=\"font\" type=\"font/woff2\" crossorigin href=\"/{font}\">"));
    }
    head
}

/// The fonts that the first paint needs: Latin, and Cyrillic where the channel speaks Bulgarian.
fn fonts(language: Language) -> impl Iterator<Item = &'static str> {
    let script = move |name: &str| match language {
        Language::Bg => name.contains("-cyrillic-wght") || name.contains("-latin-wght"),
        Language::En | Language::Fr => name.contains("-latin-wght"),
    };
    assets::viewer_names().filter(move |name| name.ends_with(".woff2") && script(name))
}

pub(super) type Preloads = HashMap<Sources, String>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_without_its_markers_is_refused() {
        let whole = format!("{LANGUAGE}{HEAD}{BOOT}");
        assert!(Shell::cut(&whole, Value::Null).is_ok());
        for marker in [LANGUAGE, HEAD, BOOT] {
            assert!(Shell::cut(&whole.replace(marker, ""), Value::Null).is_err(), "{marker}");
        }
    }

    #[test]
    fn preloads_omit_files_that_the_entry_imports() {
        let manifest = serde_json::json!({
            "index.html": {"file": "assets/index.js", "imports": ["_shared"]},
            "_shared": {"file": "assets/shared.js"},
            "_cards": {"file": "assets/cards.js", "imports": ["_shared"]},
            "src/features/home/home-screen.tsx": {"file": "assets/home.js", "imports": ["_cards", "_shared"]},
            "src/features/auth/auth-screens.ts": {"file": "assets/login.js", "imports": ["_shared"]},
            "../../packages/i18n/src/locales/fr.ts": {"file": "assets/fr.js"},
            "../../packages/i18n/src/locales/account/fr.ts": {"file": "assets/account-fr.js"}
        });
        let shell = Shell::cut(&format!("{LANGUAGE}{HEAD}{BOOT}"), manifest).unwrap();
        let files = |screen, language| -> Vec<String> {
            let links = shell.preloads(screen, language);
            links.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
        };
        assert_eq!(files(Screen::Home, Language::En), ["/assets/cards.js", "/assets/home.js"]);
        let in_french = ["/assets/account-fr.js", "/assets/fr.js", "/assets/login.js"];
        assert_eq!(files(Screen::Login, Language::Fr), in_french);
    }

    #[test]
    fn every_screen_is_built() {
        let shell = Shell::load(ShellSettings::default()).unwrap();
        for screen in all_screens() {
            let words = Language::ALL.into_iter().flat_map(|language| catalogues(screen, language));
            for source in sources(screen).iter().map(ToString::to_string).chain(words) {
                assert!(shell.manifest[&source]["file"].is_string(), "{screen:?}: {source} is not in the build");
            }
        }
    }
}
