//! Sanitizes operators' HTML: nothing that runs scripts or leaves its container passes.

use std::collections::HashSet;
use std::sync::LazyLock;

use ammonia::Builder;

/// Headings start below the page's own `h1`; no styles, no forms, no frames, no ids that could shadow ours.
static ALLOWED: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let tags: HashSet<&str> = [
        "h2",
        "h3",
        "h4",
        "p",
        "br",
        "hr",
        "ul",
        "ol",
        "li",
        "dl",
        "dt",
        "dd",
        "strong",
        "b",
        "em",
        "i",
        "a",
        "blockquote",
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "caption",
        "img",
        "figure",
        "figcaption",
        "small",
        "sub",
        "sup",
    ]
    .into();
    let mut builder = Builder::empty();
    builder
        .tags(tags)
        .tag_attributes(
            [
                ("a", HashSet::from(["href"])),
                ("img", HashSet::from(["src", "alt", "width", "height"])),
                ("th", HashSet::from(["scope", "colspan", "rowspan"])),
                ("td", HashSet::from(["colspan", "rowspan"])),
            ]
            .into(),
        )
        .url_schemes(HashSet::from(["https", "http", "mailto", "tel"]))
        .url_relative(ammonia::UrlRelative::PassThrough)
        .link_rel(Some("noopener noreferrer"))
        .strip_comments(true)
        .clean_content_tags(HashSet::from([
            "script", "style", "iframe", "object", "template", "noscript", "svg", "math",
        ]));
    builder
});

/// The same content without anything that is not on the list.
pub fn sanitise(html: &str) -> String {
    ALLOWED.clean(html).to_string()
}

/// The words of sanitised content, for places that take no markup.
pub fn to_text(html: &str) -> String {
    static NOTHING: LazyLock<Builder<'static>> = LazyLock::new(Builder::empty);
    // Words of neighbouring elements stay apart.
    let text = NOTHING.clean(&html.replace('<', " <")).to_string();
    let text = text.replace("&nbsp;", " ").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a link that an operator typed may stand in a page: a path of this site, or a web, mail or phone address.
pub fn is_safe_link(url: &str) -> bool {
    if url.chars().any(|c| c.is_control() || c == '\\') {
        return false;
    }
    let local = url.starts_with('/') && !url.starts_with("//");
    let lower = url.to_ascii_lowercase();
    local || ["https://", "http://", "mailto:", "tel:"].iter().any(|scheme| lower.starts_with(scheme))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn to_text_keeps_words_without_markup() {
        assert_eq!(
            to_text("<h2>Tickets</h2><p>Mums &amp; dads&nbsp;pay <b>less</b>.</p>"),
            "Tickets Mums & dads pay less ."
        );
        assert_eq!(to_text("1 &lt; 2"), "1 < 2");
    }
    use proptest::prelude::*;

    #[test]
    fn ordinary_content_stays_as_it_is() {
        let html = "<h2>Tickets</h2><p>See <a href=\"/faq\" rel=\"noopener noreferrer\">the answers</a>.</p><ul><li>One</li></ul>";
        assert_eq!(sanitise(html), html);
    }

    /// T28: nothing that runs gets through.
    #[test]
    fn script_in_any_disguise_is_gone() {
        for hostile in [
            "<script>alert(1)</script>",
            "<img src=x onerror=alert(1)>",
            "<a href=\"javascript:alert(1)\">x</a>",
            "<a href=\"data:text/html,<script>alert(1)</script>\">x</a>",
            "<svg><script>alert(1)</script></svg>",
            "<iframe srcdoc=\"<script>alert(1)</script>\"></iframe>",
            "<p style=\"background:url(javascript:alert(1))\">x</p>",
            "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
            "<form action=//evil><input name=password></form>",
        ] {
            let clean = sanitise(hostile).to_lowercase();
            for word in ["script", "onerror", "style=", "<form", "<svg", "<iframe", "alert(1)"] {
                assert!(!clean.contains(word), "{hostile} gave {clean}");
            }
        }
    }

    #[test]
    fn links_stay_on_the_web() {
        for good in ["/tickets", "https://example.org/a", "mailto:a@example.org", "tel:+15550100"] {
            assert!(is_safe_link(good), "{good}");
        }
        for wrong in
            ["javascript:alert(1)", "//evil.example", "data:text/html,x", "/\\evil.example", "java\nscript:x", ""]
        {
            assert!(!is_safe_link(wrong), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn cleaning_twice_changes_nothing(html in "[<>a-z\"'=/ ]{0,80}") {
            let once = sanitise(&html);
            prop_assert_eq!(sanitise(&once), once);
        }
    }
}
