//! The screens' addresses: which paths the viewer app answers, so that everything else is a 404.

/// Paths that belong to the product itself; a channel's page may not stand there.
const RESERVED: [&str; 27] = [
    "login",
    "registration",
    "verify-notice",
    "verify-email",
    "password-reset-request",
    "password-reset",
    "profile",
    "contacts",
    "faq",
    "simulate",
    "moments",
    "confirm-account-deletion",
    "buy",
    "select-package",
    "packages",
    "vod_library",
    "watch",
    "watch_embed",
    "watch_library",
    "share",
    "upcoming",
    "vod",
    "live",
    "schedule",
    "404",
    "console",
    "auth",
];

/// First segments that the server answers itself.
const SERVER: [&str; 9] = ["api", "assets", "storage", "media", "datalake", "testbank", "healthz", "readyz", "dev"];

/// What a path of the viewer app shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    Home,
    Game,
    Faq,
    NotFound,
    /// A page of the channel's own, if it has one there.
    ChannelPage,
}

/// Which screen stands at a path.
pub fn screen(path: &str) -> Screen {
    let trimmed = path.trim_matches('/');
    match trimmed.split_once('/') {
        None if trimmed.is_empty() => Screen::Home,
        None if trimmed == "faq" => Screen::Faq,
        Some(("watch", id)) if is_id(id) => Screen::Game,
        None | Some(_) if is_reserved(trimmed) => Screen::NotFound,
        _ => Screen::ChannelPage,
    }
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
        && path
            .split('/')
            .all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_')))
        && !is_reserved(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ROUTE-26: ids are numeric, unknown paths are not found.
    #[test]
    fn paths_lead_to_their_screens() {
        assert_eq!(screen("/"), Screen::Home);
        assert_eq!(screen("/watch/17"), Screen::Game);
        assert_eq!(screen("/watch/seventeen"), Screen::NotFound);
        assert_eq!(screen("/watch/99999999999999999999"), Screen::NotFound);
        assert_eq!(screen("/404"), Screen::NotFound);
        assert_eq!(screen("/about"), Screen::ChannelPage);
    }

    /// T28: a page cannot take the place of a screen.
    #[test]
    fn pages_shadow_nothing() {
        for good in ["/about", "/privacy_policy", "/help/tickets"] {
            assert!(is_page_url(good), "{good}");
        }
        for wrong in ["/", "/login", "/watch/1", "/api/settings", "//evil", "/a b", "/a/../b", "about", "/é", "/404"] {
            assert!(!is_page_url(wrong), "{wrong}");
        }
    }
}
