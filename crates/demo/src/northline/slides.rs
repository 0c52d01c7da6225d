//! The slides, the menu's links and the blocks of words.

use domain::content::{MenuLink, MenuPlace, SlidableType, Slide, StaticBlock};
use domain::participant::Gender;

use super::LEAGUE;
use super::games::{FEATURED, FINAL};
use super::places::{BASKETBALL, ICE_HOCKEY};
use super::schools::{QUILLMONT, THORNBURY_LAKE};

pub(crate) fn slides() -> Vec<Slide> {
    let to_tickets =
        |slide: Slide, text: &str| Slide { link_url: Some("/tickets".into()), link_text: Some(text.into()), ..slide };
    vec![
        Slide {
            event_id: Some(LEAGUE.id(FEATURED)),
            ..LEAGUE.slide(
                1,
                "Rivals by the harbor",
                "Wrenfield have not won at Harborlight Arena in six years. Tonight is as close as it gets, and it is free to watch.",
                "place-harborlight-arena",
            )
        },
        Slide {
            event_id: Some(LEAGUE.id(FINAL)),
            ..LEAGUE.slide(
                2,
                "The Northline Bowl",
                "Emberly and Wrenfield play for the football title under the lights of Memorial Stadium.",
                "place-memorial-stadium",
            )
        },
        to_tickets(
            LEAGUE.slide(
                3,
                "Ten schools. One pass.",
                "Every sport and every game of the year, live and on demand, for less than a seat in the stands.",
                "pass-season",
            ),
            "See all passes",
        ),
        Slide {
            slidable_type: None,
            link_url: Some("/about".into()),
            link_text: Some("About Northline".into()),
            ..LEAGUE.slide(
                4,
                "Home games, wherever you are",
                "From Maine to Washington, we bring local sport to the families and friends who cannot be there.",
                "place-halcyon-sound-complex",
            )
        },
        to_tickets(
            Slide {
                slidable_type: Some(SlidableType::Category),
                slidable_id: Some(LEAGUE.id(BASKETBALL)),
                ..LEAGUE.slide(
                    5,
                    "Basketball, all winter",
                    "Every tip-off of both conferences, with full games to watch again from the next morning.",
                    "sport-basketball",
                )
            },
            "Get the Basketball Pass",
        ),
        Slide {
            slidable_type: Some(SlidableType::Participant),
            slidable_id: Some(LEAGUE.team_id(THORNBURY_LAKE, ICE_HOCKEY, Some(Gender::Men))),
            ..LEAGUE.slide(
                6,
                "The Wolves at home",
                "Unbeaten on their own ice since the lake last thawed. Every home game is here.",
                "place-thornbury-ice-center",
            )
        },
        Slide {
            slidable_type: Some(SlidableType::Group),
            slidable_id: Some(LEAGUE.id(QUILLMONT)),
            ..LEAGUE.slide(
                7,
                "Quillmont, 8,200 feet up",
                "Thin air, loud stands, and mountains behind the far goal. All Bears teams in one place.",
                "place-high-meadow-stadium",
            )
        },
    ]
}

pub(crate) fn links() -> Vec<MenuLink> {
    use MenuPlace::{Footer, Header};
    LEAGUE.links(&[
        ("Tickets & Passes", "/tickets", Header),
        ("About", "/about", Header),
        ("About", "/about", Footer),
        ("Tickets & Passes", "/tickets", Footer),
        ("Help", "/faq", Footer),
        ("Privacy", "/privacy_policy", Footer),
        ("Terms", "/terms_conditions", Footer),
        ("Accessibility", "/accessibility", Footer),
    ])
}

pub(crate) fn static_blocks() -> Vec<StaticBlock> {
    LEAGUE.static_blocks(&[
        (
            "home",
            "<p><strong>New here?</strong> Free games play at once, without an account. <a href=\"/tickets\" rel=\"noopener noreferrer\">See what a pass adds</a>.</p>",
        ),
        (
            "games",
            "<p>Times are yours; the card also names the zone of the place. Missed one? Full games are there <a href=\"/faq\" rel=\"noopener noreferrer\">minutes after the final whistle</a>.</p>",
        ),
        (
            "vod",
            "<p>Films by our crews and students. Those with a lock come with every <a href=\"/tickets\" rel=\"noopener noreferrer\">season pass</a>.</p>",
        ),
        (
            "contacts",
            "<h2>Northline Sports Network</h2><p>14 Harborlight Wharf, Harrow Point, Maine</p><p>Email: <a href=\"mailto:hello@northline.example\" rel=\"noopener noreferrer\">hello@northline.example</a><br>On game days until the last whistle, else 9 to 5 Eastern.</p><p>Many answers are <a href=\"/faq\" rel=\"noopener noreferrer\">here</a> already.</p>",
        ),
        (
            "footer",
            "<p>Northline Sports Network covers ten schools in ten states. A share of every pass goes to their athletic departments.</p>",
        ),
    ])
}
