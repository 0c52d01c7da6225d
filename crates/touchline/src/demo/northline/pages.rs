//! The channel's own pages; their words are the HTML files beside this one.

use domain::content::Page;

use super::LEAGUE;

pub(crate) fn pages() -> Vec<Page> {
    [
        ("/about", "about", "About", include_str!("pages/about.html")),
        ("/tickets", "tickets", "Tickets & Passes", include_str!("pages/tickets.html")),
        ("/privacy_policy", "privacy_policy", "Privacy Policy", include_str!("pages/privacy_policy.html")),
        ("/terms_conditions", "terms_conditions", "Terms & Conditions", include_str!("pages/terms_conditions.html")),
        ("/accessibility", "accessibility", "Accessibility", include_str!("pages/accessibility.html")),
    ]
    .into_iter()
    .zip(1..)
    .map(|((url, alt_name, name, content), id)| Page {
        id: LEAGUE.id(id),
        url: url.into(),
        alt_name: alt_name.into(),
        name: name.into(),
        content: content.into(),
    })
    .collect()
}
