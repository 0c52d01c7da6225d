//! The channel's own pages; their words are the HTML files beside this one.

use domain::content::Page;

use super::LEAGUE;

pub(crate) fn pages() -> Vec<Page> {
    LEAGUE.pages(&[
        ("/about", "About", include_str!("pages/about.html")),
        ("/tickets", "Tickets & Passes", include_str!("pages/tickets.html")),
        ("/privacy_policy", "Privacy Policy", include_str!("pages/privacy_policy.html")),
        ("/terms_conditions", "Terms & Conditions", include_str!("pages/terms_conditions.html")),
        ("/accessibility", "Accessibility", include_str!("pages/accessibility.html")),
    ])
}
