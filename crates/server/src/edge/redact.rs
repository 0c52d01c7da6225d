//! Addresses as they may stand in a log.

use http::Uri;

/// Parameters that anybody may read; whatever else an address carries could be a key, a signature or a person.
const HARMLESS: [&str; 9] =
    ["client_interface", "no_limit", "limit", "offset", "type", "school", "team", "channel", "sort_field"];

/// Path and query, with the values of all but harmless parameters left out, and without what opens media.
pub(super) fn address(uri: &Uri) -> String {
    let path = match (uri.path().strip_prefix("/media/"), uri.path().strip_prefix("/testbank/")) {
        (Some(rest), _) => format!("/media/…/{}", rest.split_once('/').map_or("", |(_, name)| name)),
        // The bank's pages are opened by their addresses.
        (_, Some(rest)) if !rest.starts_with("v1/") => "/testbank/…".to_owned(),
        _ => uri.path().to_owned(),
    };
    let Some(query) = uri.query() else { return path };
    let shown = query.split('&').map(|pair| {
        let (name, _) = pair.split_once('=').unwrap_or((pair, ""));
        if HARMLESS.contains(&name) { pair.to_owned() } else { format!("{name}=…") }
    });
    format!("{path}?{}", shown.collect::<Vec<_>>().join("&"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T23: no key of an address reaches a log, however it is spelt.
    #[test]
    fn only_harmless_values_are_shown() {
        let shown = |uri: &str| address(&uri.parse().unwrap());
        assert_eq!(shown("/api/profile?api_key=secret&limit=5"), "/api/profile?api_key=…&limit=5");
        assert_eq!(shown("/x?api%5Fkey=secret&API_KEY=secret"), "/x?api%5Fkey=…&API_KEY=…");
        assert_eq!(shown("/verify-email?email=a@b.test&signature=s"), "/verify-email?email=…&signature=…");
        let back = "/auth/login/google/callback?state=s&code=c&iss=https://accounts.test";
        assert_eq!(shown(back), "/auth/login/google/callback?state=…&code=…&iss=…");
        assert_eq!(shown("/"), "/");
        assert_eq!(shown("/media/secret/v0/7.m4s?_HLS_msn=7"), "/media/…/v0/7.m4s?_HLS_msn=…");
        assert_eq!(shown("/media/secret"), "/media/…/");
        assert_eq!(shown("/testbank/portal/secret"), "/testbank/…");
        assert_eq!(
            shown("/testbank/v1/payment_intents/pi_1?client_secret=s"),
            "/testbank/v1/payment_intents/pi_1?client_secret=…"
        );
    }
}
