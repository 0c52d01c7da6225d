//! Readable device names, from the user agent.

use woothee::parser::Parser;

const UNKNOWN: &str = "Unknown device";
/// Longer ones are no browser's.
const MAX_AGENT: usize = 1_000;

/// Devices of the living room, which the library takes for computers, by what only they say.
const TVS: [(&str, &str); 7] = [
    ("Tizen", "Samsung TV"),
    ("Web0S", "LG TV"),
    ("BRAVIA", "Sony TV"),
    ("AppleTV", "Apple TV"),
    ("CrKey", "Chromecast"),
    ("Roku", "Roku"),
    ("; AFT", "Fire TV"),
];

/// "Chrome on Windows".
pub(crate) fn device_name(agent: &str) -> String {
    let Some(agent) = Some(agent).filter(|agent| agent.len() <= MAX_AGENT) else { return UNKNOWN.to_owned() };
    if let Some((_, name)) = TVS.iter().find(|(mark, _)| agent.contains(mark)) {
        return (*name).to_owned();
    }
    let Some(found) = Parser::new().parse(agent) else { return UNKNOWN.to_owned() };
    let system = match found.os {
        windows if windows.starts_with("Windows ") && !windows.contains("Phone") => "Windows",
        "Mac OSX" => "macOS",
        other => other,
    };
    match (known(found.name), known(system)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(only), None) | (None, Some(only)) => only.to_owned(),
        (None, None) => UNKNOWN.to_owned(),
    }
}

fn known(part: &str) -> Option<&str> {
    Some(part).filter(|part| !part.is_empty() && *part != woothee::woothee::VALUE_UNKNOWN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_are_named_with_their_systems() {
        let webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";
        for (agent, name) in [
            (format!("Mozilla/5.0 (Windows NT 10.0; Win64; x64) {webkit} Chrome/141.0.0.0 Safari/537.36"), "Chrome on Windows"),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0".into(), "Firefox on Linux"),
            (format!("Mozilla/5.0 (Windows NT 10.0; Win64; x64) {webkit} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0"), "Edge on Windows"),
            ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15".into(), "Safari on macOS"),
            ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1".into(), "Safari on iPhone"),
            (format!("Mozilla/5.0 (Linux; Android 10; K) {webkit} Chrome/141.0.0.0 Mobile Safari/537.36"), "Chrome on Android"),
            (format!("Mozilla/5.0 (SMART-TV; LINUX; Tizen 7.0) {webkit} 94.0.4606.31/7.0 TV Safari/537.36"), "Samsung TV"),
            (format!("Mozilla/5.0 (Web0S; Linux/SmartTV) {webkit} Chrome/94.0.4606.128 Safari/537.36 WebAppManager"), "LG TV"),
        ] {
            assert_eq!(device_name(&agent), name, "{agent}");
        }
    }

    /// What a stranger writes there is never repeated to the owner of an account.
    #[test]
    fn user_agent_of_no_browser_is_an_unknown_device() {
        for agent in ["", "hello", "Your account is locked, call 555-0100", &"Chrome/141 ".repeat(200)] {
            assert_eq!(device_name(agent), UNKNOWN, "{agent}");
        }
    }
}
