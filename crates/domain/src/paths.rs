//! The viewer app's paths. Every other path is a 404.

use crate::ids::{ClipId, EventId, OrderId};

/// Paths that belong to the product itself; a channel's page may not stand there.
const RESERVED: [&str; 30] = [
    "login",
    "registration",
    "verify-notice",
    "verify-email",
    "password-reset-request",
    "password-reset",
    "profile",
    "contacts",
    "faq",
    "forms",
    "simulate",
    "moments",
    "confirm-account-deletion",
    "buy",
    "select-package",
    "packages",
    "vod_library",
    "watch",
    "watch_embed",
    "embed",
    "watch_library",
    "share",
    "upcoming",
    "vod",
    "live",
    "schedule",
    "404",
    "console",
    "auth",
    "activate",
];

/// First segments that the server answers itself.
const SERVER: [&str; 11] =
    ["api", "assets", "storage", "media", "datalake", "testbank", "healthz", "readyz", "dev", "calendar", "sitemap"];

/// What a path of the viewer app shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Screen {
    Home,
    Upcoming,
    Live,
    OnDemand,
    Schedule,
    Game(EventId),
    /// The player alone, for other sites to show.
    Embed(EventId),
    /// A finished game, shown as if it were live.
    Simulate,
    Library,
    /// A video of the library.
    Video(i64),
    /// The reel of the channel's clips.
    Moments,
    /// A clip, by its number.
    Clip(ClipId),
    /// A clip by its shared link.
    Share(ClipId),
    /// The same alone, for other sites to show.
    EmbedClip(ClipId),
    Faq,
    Contacts,
    /// A form of the channel, by its alias.
    Form,
    /// These stand on their own, unless the channel has a page there.
    About,
    PrivacyPolicy,
    Terms,
    Packages,
    /// What a pass is to open.
    SelectPackage,
    Checkout,
    Login,
    Registration,
    VerifyNotice,
    VerifyEmail,
    PasswordResetRequest,
    PasswordReset,
    Profile,
    EditProfile,
    /// Where the code that a TV shows is typed.
    Activate,
    ConfirmDeletion,
    NotFound,
    /// A page of the channel's own, if it has one there.
    ChannelPage,
}

impl Screen {
    /// The screens that every channel has, at one address each.
    pub const FIXED: [(&str, Self); 25] = [
        ("/", Self::Home),
        ("/upcoming", Self::Upcoming),
        ("/live", Self::Live),
        ("/vod", Self::OnDemand),
        ("/schedule", Self::Schedule),
        ("/simulate", Self::Simulate),
        ("/vod_library", Self::Library),
        ("/moments", Self::Moments),
        ("/faq", Self::Faq),
        ("/contacts", Self::Contacts),
        ("/about", Self::About),
        ("/privacy_policy", Self::PrivacyPolicy),
        ("/terms_conditions", Self::Terms),
        ("/packages", Self::Packages),
        ("/buy", Self::Checkout),
        ("/login", Self::Login),
        ("/registration", Self::Registration),
        ("/verify-notice", Self::VerifyNotice),
        ("/verify-email", Self::VerifyEmail),
        ("/password-reset-request", Self::PasswordResetRequest),
        ("/password-reset", Self::PasswordReset),
        ("/profile", Self::Profile),
        ("/profile/edit", Self::EditProfile),
        ("/activate", Self::Activate),
        ("/confirm-account-deletion", Self::ConfirmDeletion),
    ];

    /// Whether members of a paused channel reach it: their account, the ways into it, and the way to ask the channel.
    pub fn is_open_while_paused(self) -> bool {
        matches!(
            self,
            Self::Contacts
                | Self::Login
                | Self::VerifyNotice
                | Self::VerifyEmail
                | Self::PasswordResetRequest
                | Self::PasswordReset
                | Self::Profile
                | Self::EditProfile
                | Self::ConfirmDeletion
        )
    }

    /// Whether it is about the visitor alone: of no use to search engines, and without anything to show in a preview.
    pub fn is_personal(self) -> bool {
        matches!(
            self,
            Self::SelectPackage
                | Self::Checkout
                | Self::Login
                | Self::Registration
                | Self::VerifyNotice
                | Self::VerifyEmail
                | Self::PasswordResetRequest
                | Self::PasswordReset
                | Self::Profile
                | Self::EditProfile
                | Self::Activate
                | Self::ConfirmDeletion
        )
    }
}

/// Which screen stands at a path.
pub fn screen(path: &str) -> Screen {
    let trimmed = path.trim_matches('/');
    if let Some((_, screen)) = Screen::FIXED.into_iter().find(|(fixed, _)| fixed[1..] == *trimmed) {
        return screen;
    }
    match trimmed.split_once('/') {
        Some(("watch", id)) if is_id(id) => id.parse().map_or(Screen::NotFound, |id| Screen::Game(EventId(id))),
        Some(("watch_embed", id)) if is_id(id) => id.parse().map_or(Screen::NotFound, |id| Screen::Embed(EventId(id))),
        Some(("select-package", id)) if is_id(id) => Screen::SelectPackage,
        Some(("vod_library", id)) if is_id(id) => id.parse().map_or(Screen::NotFound, Screen::Video),
        Some(("watch_library", id)) if is_id(id) => id.parse().map_or(Screen::NotFound, |id| Screen::Clip(ClipId(id))),
        Some(("share", rest)) => clip_link(rest).map_or(Screen::NotFound, |(id, _)| Screen::Share(id)),
        Some(("forms", alias)) if !alias.is_empty() && alias.bytes().all(is_plain) => Screen::Form,
        Some(("embed", rest)) => match rest.split_once('/') {
            Some(("clip", rest)) => clip_link(rest).map_or(Screen::NotFound, |(id, _)| Screen::EmbedClip(id)),
            _ => Screen::NotFound,
        },
        _ if is_reserved(trimmed) => Screen::NotFound,
        _ => Screen::ChannelPage,
    }
}

/// The clip and its proof in the end of a link.
pub fn clip_link(rest: &str) -> Option<(ClipId, &str)> {
    let (id, uuid) = rest.split_once('/')?;
    let is_plain = uuid.len() == 36 && uuid.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-');
    (is_id(id) && is_plain).then(|| id.parse().ok().map(|id| (ClipId(id), uuid)))?
}

fn is_id(text: &str) -> bool {
    (1..=18).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit())
}

fn is_reserved(path: &str) -> bool {
    let first = path.split('/').next().unwrap_or_default();
    RESERVED.contains(&first) || SERVER.contains(&first)
}

/// Whether a channel's page may stand at this path: a plain path of this site that shadows nothing of ours.
pub fn is_page_url(url: &str) -> bool {
    let Some(path) = url.strip_prefix('/') else { return false };
    (1..=120).contains(&path.len())
        && path.split('/').all(|part| !part.is_empty() && part.bytes().all(is_plain))
        && !is_reserved(path)
}

/// The path of an address of this product that was copied from a browser or a mail, without its query.
pub fn pasted_path(text: &str) -> Option<&str> {
    let rest = match text.split_once("://") {
        Some(("http" | "https", rest)) => rest.find('/').map_or("/", |begin| &rest[begin..]),
        Some(_) => return None,
        None => text,
    };
    let path = rest.split(['?', '#']).next().unwrap_or_default();
    let is_path = path.starts_with('/') && !path.contains(char::is_whitespace);
    is_path.then(|| if path == "/" { path } else { path.trim_end_matches('/') })
}

/// The order that a pasted link of a receipt names, which leads to the buyer's own list.
pub fn pasted_order(text: &str) -> Option<OrderId> {
    if pasted_path(text)? != "/profile" {
        return None;
    }
    let (_, query) = text.split('#').next()?.split_once('?')?;
    let number = query.split('&').find_map(|pair| pair.strip_prefix("order="))?;
    is_id(number).then(|| number.parse().ok().map(OrderId))?
}

/// Whether a login, a bank's page or the billing portal may lead back to this path: one of this site's screens and no other
/// site, however a browser reads it. Screens stand at plain paths, so there is no need for dots and escapes, which browsers
/// fold away: `/.//evil.test` would become `//evil.test`, and `/%61pi` what is no screen.
pub fn is_return(path: &str) -> bool {
    let (place, query) = path.split_once('?').unwrap_or((path, ""));
    let rest = place.strip_prefix('/').map(|rest| rest.strip_suffix('/').unwrap_or(rest));
    let is_part = |part: &str| !part.is_empty() && part.bytes().all(is_plain);
    let own = place == "/" || rest.is_some_and(|rest| rest.split('/').all(is_part));
    let queried = query.bytes().all(|b| b.is_ascii_graphic() && !matches!(b, b'\\' | b'#'));
    own && queried && path.len() <= 512 && screen(place) != Screen::NotFound
}

fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// T30: whatever is made of what browsers read in their own ways, a path to lead back to is a plain one of a screen.
        #[test]
        fn return_paths_are_plain_paths_of_screens(
            pieces in prop::collection::vec(prop::sample::select(&[
                "/", "//", "\\", ".", "..", "%2f", "%2e", "%5c", "@", ":", "evil.test", "watch", "17", "api", "console", "auth",
                "testbank", "?", "#", "\t", "\r\n", "x", "é",
            ][..]), 0..9)
        ) {
            let path = pieces.concat();
            if is_return(&path) {
                let place = path.split('?').next().unwrap();
                prop_assert!(place.bytes().all(|b| b == b'/' || is_plain(b)) && !place.contains("//"), "{path}");
                prop_assert!(place.starts_with('/') && screen(place) != Screen::NotFound, "{path}");
                prop_assert!(!path.contains(['\\', '#']) && !path.chars().any(char::is_control), "{path}");
            }
        }
    }

    proptest! {
        /// Any text has either no path, or one without query that begins with a slash.
        #[test]
        fn pasted_paths_begin_with_a_slash(text in ".{0,40}", path in "(/[a-z0-9_]{1,8}){1,3}") {
            if let Some(found) = pasted_path(&text) {
                prop_assert!(found.starts_with('/') && !found.contains(['?', '#', ' ']), "{found}");
            }
            let pasted = [format!("https://demo.test{path}?t=1#x"), format!("http://demo.test:8080{path}/"), path.clone()];
            prop_assert!(pasted.iter().all(|text| pasted_path(text) == Some(path.as_str())), "{pasted:?}");
        }
    }

    /// OPS-01: the link of a receipt names its order, and no other link does.
    #[test]
    fn receipt_names_its_order() {
        for (pasted, order) in [
            ("https://demo.test/profile?order=48211", Some(48_211)),
            ("/profile/?a=b&order=7#top", Some(7)),
            ("/profile", None),
            ("/profile?order=", None),
            ("/profile?order=-1", None),
            ("/profile#?order=1", None),
            ("/watch/2?order=7", None),
            ("profile?order=7", None),
        ] {
            assert_eq!(pasted_order(pasted), order.map(OrderId), "{pasted}");
        }
    }

    /// ROUTE-26: ids are numeric, unknown paths are not found.
    #[test]
    fn paths_lead_to_their_screens() {
        assert_eq!(screen("/"), Screen::Home);
        assert_eq!(screen("/watch/17"), Screen::Game(EventId(17)));
        assert_eq!(screen("/watch/17/"), Screen::Game(EventId(17)));
        assert_eq!(screen("/watch_embed/17"), Screen::Embed(EventId(17)));
        assert_eq!(screen("/vod_library/3"), Screen::Video(3));
        assert_eq!(screen("/select-package/3"), Screen::SelectPackage);
        for wrong in [
            "/watch/seventeen",
            "/watch/99999999999999999999",
            "/404",
            "/watch",
            "/vod_library/x",
            "/live/1",
            "/select-package",
            "/select-package/x",
            "/buy/1",
        ] {
            assert_eq!(screen(wrong), Screen::NotFound, "{wrong}");
        }
        assert_eq!(screen("/sponsors"), Screen::ChannelPage);
        assert_eq!(screen("/help/tickets"), Screen::ChannelPage);
    }

    /// ROUTE-22, ROUTE-23: clips by their number, and by the whole of their link.
    #[test]
    fn clips_have_their_addresses() {
        let uuid = "4f7c1a90-6d2e-4b8f-9a31-0c5d7e2f1b64";
        assert_eq!(screen("/watch_library/7"), Screen::Clip(ClipId(7)));
        assert_eq!(screen(&format!("/share/7/{uuid}")), Screen::Share(ClipId(7)));
        assert_eq!(screen(&format!("/embed/clip/7/{uuid}/")), Screen::EmbedClip(ClipId(7)));
        assert_eq!(clip_link(&format!("7/{uuid}")), Some((ClipId(7), uuid)));
        for wrong in
            ["/share/7", "/share/7/", "/share/x/y", "/share/7/..", "/embed/7", "/embed/clip/7", "/watch_library/x"]
        {
            assert_eq!(screen(wrong), Screen::NotFound, "{wrong}");
        }
    }

    /// ROUTE-24, ROUTE-25: the list has four addresses, and the legal pages have theirs.
    #[test]
    fn fixed_screens_have_their_address() {
        for (path, expected) in Screen::FIXED {
            assert_eq!(screen(path), expected, "{path}");
            assert_eq!(screen(&format!("{path}/")), expected, "{path}");
        }
        assert_eq!(screen("/vod"), Screen::OnDemand);
    }

    /// T28: a page cannot take the place of a screen.
    #[test]
    fn page_url_cannot_shadow_a_screen() {
        for good in ["/about", "/privacy_policy", "/help/tickets"] {
            assert!(is_page_url(good), "{good}");
        }
        for wrong in ["/", "/login", "/watch/1", "/api/settings", "//evil", "/a b", "/a/../b", "about", "/é", "/404"] {
            assert!(!is_page_url(wrong), "{wrong}");
        }
    }

    /// T30: nobody is led to another site, nor to what is no screen.
    #[test]
    fn return_path_leads_to_screens_of_this_site_only() {
        for good in ["/", "/watch/17", "/profile/edit", "/vod?sort=new&type=a", "/buy?package_id=3", "/help/tickets"] {
            assert!(is_return(good), "{good}");
        }
        let long = format!("/{}", "a".repeat(512));
        for wrong in [
            "",
            "watch/17",
            "//evil.test",
            "///evil.test",
            "/\\evil.test",
            "\\\\evil.test",
            "https://evil.test",
            "javascript:alert(1)",
            "/\t/evil.test",
            "/a\r\nSet-Cookie: x",
            " /",
            "/é",
            "/login#social=x",
            "/api/profile",
            "/storage/x",
            "/auth/login/google/callback?code=x",
            "/./api/profile",
            "/.//evil.test",
            "/watch/17/..//evil.test",
            "/watch/17//evil.test",
            "/%2e//evil.test",
            "/%2fevil.test",
            "/%5cevil.test",
            "/%61pi/profile",
            "/watch/17@evil.test",
            "/console",
            "/console/login",
            "/testbank/portal/x",
            "/404",
            "/watch/seventeen",
            "/?x=\\evil",
            &long,
        ] {
            assert!(!is_return(wrong), "{wrong:?}");
        }
    }
}
