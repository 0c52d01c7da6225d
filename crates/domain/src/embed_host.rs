//! Sites that may embed a channel's player: parsed from the operator's input, and written into the page's content
//! policy.

use std::fmt;

use url::Host;

/// How many sites a channel can name: all of them stand in a header of each embedded page.
pub const MAX_EMBED_HOSTS: usize = 50;
/// The longest name that the DNS knows.
const MAX_NAME: usize = 253;
const MAX_LABEL: usize = 63;

/// Why a line does not name a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HostError {
    #[error("name the site alone, without a path")]
    Path,
    #[error("the site has to be served by https")]
    Scheme,
    #[error("name the site, not its address in numbers")]
    Address,
    #[error("a star stands for the first part of a name, as in *.club.example")]
    Wildcard,
    #[error("a port is a number from 1 to 65535")]
    Port,
    #[error("this is not the name of a site")]
    Name,
    #[error("only a server in development takes names of this machine")]
    Local,
    #[error("at most {MAX_EMBED_HOSTS} sites can be named")]
    TooMany,
}

/// What is wrong with one line, counted from 1 as people do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineError {
    pub line: usize,
    pub error: HostError,
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.error)
    }
}

/// The sites of these lines as they are kept: each once, in the order in which they were typed. Empty lines are nothing.
/// Names of this machine are taken only in development.
pub fn embed_hosts<'a>(
    lines: impl IntoIterator<Item = &'a str>,
    development: bool,
) -> Result<Vec<String>, Vec<LineError>> {
    let (mut hosts, mut errors) = (Vec::new(), Vec::new());
    for (index, line) in lines.into_iter().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let error = match kept(line, development) {
            Ok(host) if hosts.contains(&host) => continue,
            Ok(host) if hosts.len() < MAX_EMBED_HOSTS => {
                hosts.push(host);
                continue;
            }
            Ok(_) => HostError::TooMany,
            Err(error) => error,
        };
        errors.push(LineError { line: index + 1, error });
        // One line too many says it for those that follow, and nobody mends more than this at once.
        if error == HostError::TooMany || errors.len() == MAX_EMBED_HOSTS {
            break;
        }
    }
    if errors.is_empty() { Ok(hosts) } else { Err(errors) }
}

/// A kept site as it stands in a policy. Nothing for a text that is not kept so: it must not get into a header.
pub fn policy_source(host: &str, development: bool) -> Option<String> {
    if kept(host, development).as_deref() != Ok(host) {
        return None;
    }
    let scheme = if is_local(name_of(host)) { "http" } else { "https" };
    Some(format!("{scheme}://{host}"))
}

/// One line as it is kept: `club.example`, `*.club.example`, `club.example:8443`.
fn kept(line: &str, development: bool) -> Result<String, HostError> {
    let text = line.trim();
    let (scheme, rest) = text.split_once("://").map_or((None, text), |(scheme, rest)| (Some(scheme), rest));
    // A browser's own address line ends in a slash.
    let rest = rest.strip_suffix('/').unwrap_or(rest);
    if rest.contains(['/', '\\', '?', '#']) {
        return Err(HostError::Path);
    }
    let (star, rest) = rest.strip_prefix("*.").map_or(("", rest), |rest| ("*.", rest));
    if rest.contains('*') {
        return Err(HostError::Wildcard);
    }
    let (typed, port) = split_port(rest)?;
    let name = name(typed)?;
    let is_local = is_local(&name);
    if is_local && !development {
        return Err(HostError::Local);
    }
    if scheme.is_some_and(|scheme| !(scheme.eq_ignore_ascii_case("https") || is_local && scheme == "http")) {
        return Err(HostError::Scheme);
    }
    if !is_local && !name.contains('.') {
        // A star over a whole country is nobody's site.
        return Err(if star.is_empty() { HostError::Name } else { HostError::Wildcard });
    }
    let usual = if is_local { 80 } else { 443 };
    let port = port.filter(|port| *port != usual).map_or_else(String::new, |port| format!(":{port}"));
    Ok(format!("{star}{name}{port}"))
}

fn split_port(text: &str) -> Result<(&str, Option<u16>), HostError> {
    if text.starts_with('[') {
        return Err(HostError::Address);
    }
    let Some((name, port)) = text.split_once(':') else { return Ok((text, None)) };
    let is_number = port.bytes().all(|digit| digit.is_ascii_digit());
    let port = port.parse().ok().filter(|port| is_number && *port > 0).ok_or(HostError::Port)?;
    Ok((name, Some(port)))
}

/// A name as the DNS has it: in lower case, other scripts in their ASCII form.
fn name(typed: &str) -> Result<String, HostError> {
    let typed = typed.strip_suffix('.').unwrap_or(typed);
    // Parsing would decode what is written with a percent sign.
    if typed.contains('%') {
        return Err(HostError::Name);
    }
    match Host::parse(typed) {
        // Looked at once more: letters of other scripts can become signs that end a policy's entry.
        Ok(Host::Domain(name)) if is_name(&name) => Ok(name),
        Ok(Host::Domain(_)) | Err(_) => Err(HostError::Name),
        Ok(Host::Ipv4(_) | Host::Ipv6(_)) => Err(HostError::Address),
    }
}

fn is_name(name: &str) -> bool {
    let is_sign = |sign: u8| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == b'-';
    let is_label = |label: &str| {
        (1..=MAX_LABEL).contains(&label.len())
            && label.bytes().all(is_sign)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    name.len() <= MAX_NAME && name.split('.').all(is_label)
}

/// The name in a kept site, without its star and its port.
fn name_of(host: &str) -> &str {
    let host = host.strip_prefix("*.").unwrap_or(host);
    host.split_once(':').map_or(host, |(name, _)| name)
}

/// Names that always mean the machine on which they are used.
fn is_local(name: &str) -> bool {
    name == "localhost" || name.ends_with(".localhost")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn one(line: &str) -> Result<String, HostError> {
        embed_hosts([line], false).map(|mut hosts| hosts.remove(0)).map_err(|errors| errors[0].error)
    }

    /// T10, ROUTE-21: a site is kept by its name, however it was typed.
    #[test]
    fn sites_are_kept_by_their_name() {
        for (typed, expected) in [
            ("club.example", "club.example"),
            ("  Club.Example\t", "club.example"),
            ("https://club.example", "club.example"),
            ("HTTPS://www.club.example/", "www.club.example"),
            ("club.example.", "club.example"),
            ("club.example:443", "club.example"),
            ("club.example:8443", "club.example:8443"),
            ("club.example:080", "club.example:80"),
            ("*.club.example", "*.club.example"),
            ("https://*.club.example:8443/", "*.club.example:8443"),
            ("клуб.example", "xn--90ard6a.example"),
            ("xn--90ard6a.example", "xn--90ard6a.example"),
            ("club。example", "club.example"),
        ] {
            assert_eq!(one(typed).as_deref(), Ok(expected), "{typed}");
        }
    }

    /// T10: nothing else is taken, and each says why.
    #[test]
    fn invalid_line_names_its_error() {
        for (typed, expected) in [
            ("club.example/news", HostError::Path),
            ("https://club.example/?a", HostError::Path),
            ("club.example\\", HostError::Path),
            ("http://club.example", HostError::Scheme),
            ("ftp://club.example", HostError::Scheme),
            ("data://club.example", HostError::Scheme),
            ("127.0.0.1", HostError::Address),
            ("https://0x7f.1", HostError::Address),
            ("2130706433", HostError::Address),
            ("１２７.0.0.1", HostError::Address),
            ("[::1]", HostError::Address),
            ("[::1]:8080", HostError::Address),
            ("*", HostError::Wildcard),
            ("https://*", HostError::Wildcard),
            ("*.example", HostError::Wildcard),
            ("*.*.example", HostError::Wildcard),
            ("www.*.example", HostError::Wildcard),
            ("club*.example", HostError::Wildcard),
            ("club.example:", HostError::Port),
            ("club.example:0", HostError::Port),
            ("club.example:+1", HostError::Port),
            ("club.example:65536", HostError::Port),
            ("club.example:*", HostError::Wildcard),
            ("javascript:alert(1)", HostError::Port),
            ("*.", HostError::Name),
            (".", HostError::Name),
            ("club..example", HostError::Name),
            ("-club.example", HostError::Name),
            ("club_one.example", HostError::Name),
            ("club", HostError::Name),
            ("a@club.example", HostError::Name),
            ("club%2eexample", HostError::Name),
            ("club.example; script-src *", HostError::Wildcard),
            ("club.example;", HostError::Name),
            ("club.example；", HostError::Name),
            ("club.example other.example", HostError::Name),
            ("club.example,other.example", HostError::Name),
            ("'self'", HostError::Name),
            ("'unsafe-inline'", HostError::Name),
            ("club.example\u{a0}x", HostError::Name),
            ("xn--a.example", HostError::Name),
            ("localhost", HostError::Local),
            ("http://club.localhost:3000", HostError::Local),
        ] {
            assert_eq!(one(typed), Err(expected), "{typed}");
        }
        assert_eq!(one(&format!("{}.example", "a".repeat(64))), Err(HostError::Name));
        assert_eq!(one(&vec!["a".repeat(49); 6].join(".")), Err(HostError::Name));
    }

    /// T10: names of this machine are for development, where they need no https.
    #[test]
    fn names_of_this_machine_are_for_development() {
        let hosts = embed_hosts(["http://localhost:3000/", "https://club.localhost:80", "http://club.example"], true);
        assert_eq!(hosts, Err(vec![LineError { line: 3, error: HostError::Scheme }]));
        let hosts = embed_hosts(["http://localhost:3000/", "*.localhost:80"], true).unwrap();
        assert_eq!(hosts, ["localhost:3000", "*.localhost"]);
        assert_eq!(policy_source("localhost:3000", true).as_deref(), Some("http://localhost:3000"));
        assert_eq!(policy_source("localhost:3000", false), None);
        for development in [true, false] {
            assert_eq!(policy_source("club.example", development).as_deref(), Some("https://club.example"));
            assert_eq!(policy_source("Club.example", development), None, "not as it is kept");
        }
    }

    /// Lines are counted as they were typed, and what comes twice is kept once.
    #[test]
    fn lines_are_counted_and_folded() {
        let hosts = embed_hosts(["", "b.example", "A.example", " ", "https://B.example/"], false).unwrap();
        assert_eq!(hosts, ["b.example", "a.example"]);
        let errors = embed_hosts(["", "b.example", "b.example/x", "*"], false).unwrap_err();
        let said: Vec<String> = errors.iter().map(ToString::to_string).collect();
        assert_eq!(
            said,
            [
                "line 3: name the site alone, without a path",
                "line 4: a star stands for the first part of a name, as in *.club.example"
            ]
        );
    }

    #[test]
    fn hosts_above_the_maximum_are_refused() {
        let mut lines: Vec<String> = (0..MAX_EMBED_HOSTS).map(|number| format!("club{number}.example")).collect();
        lines.push("club0.example".into());
        let text = |lines: &[String]| embed_hosts(lines.iter().map(String::as_str), false);
        assert_eq!(text(&lines).unwrap().len(), MAX_EMBED_HOSTS);
        lines.extend(["more.example".into(), "most.example".into()]);
        let error = LineError { line: MAX_EMBED_HOSTS + 2, error: HostError::TooMany };
        assert_eq!(text(&lines), Err(vec![error]));
        assert_eq!(text(&vec!["*".to_owned(); 1000]).unwrap_err().len(), MAX_EMBED_HOSTS);
    }

    proptest! {
        /// T10: whatever is typed, what is kept cannot end its entry of the policy, is one site, and stays as it is.
        #[test]
        fn typed_host_never_breaks_the_policy(
            line in prop_oneof![
                "\\PC{0,60}",
                "(https://|http://)?(\\*\\.)?[a-zж0-9.:;'\" ,/%@*_；，＊。１\\[\\]-]{0,20}(\\.example)?(:[0-9]{0,6})?/?",
                "[a-z]{1,9}(\\.[a-z]{1,9}){1,3}(:[1-9][0-9]{1,3})?",
            ],
            development: bool,
        ) {
            let Ok(hosts) = embed_hosts([line.as_str()], development) else { return Ok(()) };
            for host in &hosts {
                let source = policy_source(host, development).expect("what is kept can be written");
                let rest = source.strip_prefix("https://").or(source.strip_prefix("http://")).unwrap();
                let rest = rest.strip_prefix("*.").unwrap_or(rest);
                prop_assert!(rest.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-.:".contains(&b)));
                prop_assert!(source.starts_with("https://") || development && rest.contains("localhost"));
                prop_assert!(rest.contains('.') || rest.contains("localhost"), "{}", rest);
                prop_assert!(rest.parse::<std::net::IpAddr>().is_err());
                let again = embed_hosts([host.as_str()], development).unwrap();
                prop_assert_eq!(again.as_slice(), std::slice::from_ref(host));
            }
        }
    }
}
