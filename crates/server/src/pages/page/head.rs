//! Metadata in a page's head: title, description, preview and structured data.

use std::fmt;

use domain::channel::Language;
use domain::clip::{Audience, Clip};
use domain::paths::Screen;
use minijinja::HtmlEscape;

use super::{Subject, schema_org};
use crate::channels::game_text::{clip_image, game_facts, game_title, home_crest};
use crate::channels::site::Site;
use crate::channels::snapshot::Snapshot;
use crate::http::script_json::json_in_page;
use crate::views::share::{EMBED_SIZE, embed_path, share_path};

/// Sites that show longer descriptions cut them.
const DESCRIPTION: usize = 200;

pub(super) struct Head {
    title: String,
    description: String,
    /// Absent on pages that search engines should leave alone.
    url: Option<String>,
    image: Option<String>,
    kind: &'static str,
    site_name: String,
    language: Language,
    about: Option<serde_json::Value>,
    clip: Option<ClipPreview>,
}

impl Head {
    pub(super) fn of(channel: &Snapshot, subject: &Subject<'_>, site: &Site, path: &str) -> Self {
        let profile = &channel.profile;
        let language = profile.language;
        let (own, screen, description, image, kind) = match subject {
            Subject::Screen(screen) => (None, screen_name(*screen, language), profile.tagline.clone(), None, "website"),
            Subject::Game(game) | Subject::Embedded(game) => {
                let image = game.image.clone().or_else(|| home_crest(channel, game));
                let watch = screen_name(Screen::Game(game.id), language);
                (Some(game_title(channel, game)), watch, game_facts(channel, game), image, "video.other")
            }
            Subject::Film(film) => {
                let image = film.image().map(str::to_owned);
                (Some(film.title.clone()), "vod", film.description.clone(), image, "video.other")
            }
            Subject::Clip(clip) | Subject::EmbeddedClip(clip) => {
                let game = channel.games.catalogue.get(clip.event);
                let facts = game.map(|game| format!("{} · {}", game_title(channel, game), game_facts(channel, game)));
                let image = clip_image(channel, clip);
                (Some(clip.name.clone()), "", facts.unwrap_or_default(), image, "video.other")
            }
            Subject::Page(page) => {
                (Some(page.name.clone()), "", domain::html::to_text(&page.content), page.image.clone(), "article")
            }
            Subject::Form(form) => (Some(form.title.clone()), "", form.description.clone(), None, "website"),
            Subject::Nothing => (None, "404", profile.tagline.clone(), None, "website"),
        };
        let is_public = match subject {
            // The game has a page of its own.
            Subject::Nothing | Subject::Embedded(_) | Subject::EmbeddedClip(_) => false,
            // Its link was given to one person, not to everybody.
            Subject::Clip(clip) => clip.is_listed_for_all(),
            Subject::Screen(screen) => {
                !screen.is_personal() && *screen != Screen::Simulate && !matches!(screen, Screen::Clip(_))
            }
            _ => true,
        };
        let url = is_public.then(|| site.url(canonical(path)));
        let names = [own.as_deref().unwrap_or_default(), screen, &profile.name];
        Self {
            title: names.into_iter().filter(|name| !name.is_empty()).collect::<Vec<_>>().join(" – "),
            description: shortened(&description),
            about: url.as_deref().and_then(|url| schema_org::about(channel, subject, site, url)),
            url,
            image: image.or_else(|| profile.logo.clone()).map(|image| site.url(&image)),
            kind,
            site_name: profile.name.clone(),
            language,
            clip: match subject {
                // T54: nothing plays on the pages of others that asks for a login here.
                Subject::Clip(clip) if clip.audience == Audience::Everyone => {
                    Some(ClipPreview::of(channel, clip, site))
                }
                _ => None,
            },
        }
    }
}

impl Head {
    /// The same for nobody but who looks at it now.
    pub(super) fn hidden(self) -> Self {
        Self { url: None, about: None, ..self }
    }
}

/// What messengers show of a clip in place.
struct ClipPreview {
    /// The page that shows nothing else.
    player: String,
    file: Option<String>,
    oembed: String,
}

impl ClipPreview {
    fn of(channel: &Snapshot, clip: &Clip, site: &Site) -> Self {
        let (_, file) = channel.teams.addresses.for_link(clip);
        let own = site.url(&share_path(clip));
        let asked: String = form_urlencoded::byte_serialize(own.as_bytes()).collect();
        Self {
            player: site.url(&embed_path(clip)),
            file: file.map(|file| site.url(&file)),
            oembed: site.url(&format!("/api/oembed?url={asked}")),
        }
    }

    fn write(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            let file = HtmlEscape(file);
            write!(out, "<meta property=\"og:video\" content=\"{file}\">")?;
            write!(out, "<meta property=\"og:video:type\" content=\"video/mp4\">")?;
        }
        let player = HtmlEscape(&self.player);
        write!(out, "<meta name=\"twitter:player\" content=\"{player}\">")?;
        for (name, length) in [("width", EMBED_SIZE.0), ("height", EMBED_SIZE.1)] {
            write!(out, "<meta name=\"twitter:player:{name}\" content=\"{length}\">")?;
        }
        let oembed = HtmlEscape(&self.oembed);
        write!(out, "<link rel=\"alternate\" type=\"application/json+oembed\" href=\"{oembed}\">")
    }
}

impl fmt::Display for Head {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (title, description) = (HtmlEscape(&self.title), HtmlEscape(&self.description));
        write!(out, "<title>{title}</title><meta name=\"description\" content=\"{description}\">")?;
        match &self.url {
            Some(url) => write!(out, "<link rel=\"canonical\" href=\"{}\">", HtmlEscape(url))?,
            None => out.write_str("<meta name=\"robots\" content=\"noindex\">")?,
        }
        let mut preview = vec![
            ("og:type", self.kind),
            ("og:site_name", &self.site_name),
            ("og:title", &self.title),
            ("og:description", &self.description),
            ("og:locale", open_graph_locale(self.language)),
        ];
        preview.extend(self.url.as_deref().map(|url| ("og:url", url)));
        preview.extend(self.image.as_deref().map(|image| ("og:image", image)));
        for (property, value) in preview {
            write!(out, "<meta property=\"{property}\" content=\"{}\">", HtmlEscape(value))?;
        }
        let card = match (&self.clip, &self.image) {
            (Some(_), _) => "player",
            (None, Some(_)) => "summary_large_image",
            (None, None) => "summary",
        };
        write!(out, "<meta name=\"twitter:card\" content=\"{card}\">")?;
        if let Some(clip) = &self.clip {
            clip.write(out)?;
        }
        if let Some(about) = &self.about {
            write!(out, "<script type=\"application/ld+json\">{}</script>", json_in_page(about))?;
        }
        Ok(())
    }
}

/// One address for each page: without the slash at its end.
fn canonical(path: &str) -> &str {
    match path.trim_end_matches('/') {
        "" => "/",
        path => path,
    }
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= DESCRIPTION {
        return text.to_owned();
    }
    let cut: String = text.chars().take(DESCRIPTION).collect();
    let whole = cut.rsplit_once(' ').map_or(cut.as_str(), |(whole, _)| whole);
    format!("{whole}…")
}

/// The screens' names in the language of the channel, as the app says them.
fn screen_name(screen: Screen, language: Language) -> &'static str {
    let [en, fr, bg] = match screen {
        Screen::Home => ["Home", "Accueil", "Начало"],
        Screen::Upcoming | Screen::Live | Screen::OnDemand | Screen::Schedule => ["Events", "Événements", "Събития"],
        Screen::Game(_) | Screen::Embed(_) => ["Watch", "Regarder", "Гледане"],
        Screen::Simulate => ["As if live", "Comme en direct", "Като на живо"],
        Screen::Library | Screen::Video(_) => ["vod", "vod", "vod"],
        Screen::Moments => ["Moments", "Moments", "Моменти"],
        Screen::Clip(_) | Screen::EmbedClip(_) => ["Clip", "Extrait", "Клип"],
        Screen::Share(_) => ["Share", "Partage", "Споделяне"],
        Screen::Faq => ["FAQ", "FAQ", "Въпроси и отговори"],
        Screen::Contacts => ["Contacts", "Contact", "Контакти"],
        Screen::About => ["About", "À propos", "За нас"],
        Screen::PrivacyPolicy => ["Privacy policy", "Politique de confidentialité", "Политика за поверителност"],
        Screen::Terms => ["Terms and conditions", "Conditions générales", "Общи условия"],
        Screen::Packages => ["Packages", "Pass", "Пропуски"],
        Screen::SelectPackage => ["Choose your pass", "Choisissez votre pass", "Изберете пропуска си"],
        Screen::Checkout => ["Checkout", "Paiement", "Плащане"],
        Screen::Login => ["Log in", "Connexion", "Вход"],
        Screen::Registration => ["Create an account", "Créer un compte", "Създаване на профил"],
        Screen::VerifyNotice | Screen::VerifyEmail => {
            ["Confirm your email", "Confirmez votre e-mail", "Потвърждаване на имейла"]
        }
        Screen::PasswordResetRequest | Screen::PasswordReset => ["New password", "Nouveau mot de passe", "Нова парола"],
        Screen::Profile => ["Profile", "Profil", "Профил"],
        Screen::EditProfile => ["Edit profile", "Modifier le profil", "Редактиране на профила"],
        Screen::Activate => ["Log in a TV", "Connecter un téléviseur", "Вход на телевизор"],
        Screen::ConfirmDeletion => ["Delete account", "Supprimer le compte", "Изтриване на профила"],
        Screen::NotFound | Screen::ChannelPage | Screen::Form => ["", "", ""],
    };
    match language {
        Language::En => en,
        Language::Fr => fr,
        Language::Bg => bg,
    }
}

fn open_graph_locale(language: Language) -> &'static str {
    match language {
        Language::En => "en_US",
        Language::Fr => "fr_FR",
        Language::Bg => "bg_BG",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_end_with_a_word() {
        assert_eq!(shortened("short"), "short");
        let long = "words and ".repeat(50);
        let cut = shortened(&long);
        assert!(cut.chars().count() <= DESCRIPTION + 1 && cut.ends_with("and…"), "{cut}");
    }

    #[test]
    fn a_page_has_one_address() {
        assert_eq!([canonical("/"), canonical("/faq/"), canonical("/watch/1")], ["/", "/faq", "/watch/1"]);
    }
}
