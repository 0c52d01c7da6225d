//! Where other providers are reached.

use super::ConfigError;
use crate::http::outbound::is_safe;
use crate::providers::ProviderUrls;

pub(super) fn read(
    recaptcha: String,
    google_tag: Option<String>,
    google_login: Option<String>,
    facebook_graph: Option<String>,
) -> Result<ProviderUrls, ConfigError> {
    let usual = ProviderUrls::default();
    let url = |setting, url: Option<String>, usual| match url {
        None => Ok(usual),
        // Secrets go there: never over a line that others can read.
        Some(url) if url.parse().is_ok_and(|uri| is_safe(&uri)) => Ok(url.trim_end_matches('/').to_owned()),
        Some(_) => Err(ConfigError::new(setting, "expected an https address")),
    };
    Ok(ProviderUrls {
        google_tag: url("google_tag_url", google_tag, usual.google_tag)?,
        recaptcha,
        google_login: url("google_login_url", google_login, usual.google_login)?,
        facebook_graph: url("facebook_graph_url", facebook_graph, usual.facebook_graph)?,
    })
}
