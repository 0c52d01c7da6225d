//! What others find: previews, what a page is about, site maps.

use domain::paths::Screen;
use reqwest::StatusCode;
use serde_json::Value;
use testkit::channel;

use crate::app::TestApp;

/// What a page says it is about.
fn about(html: &str) -> Vec<Value> {
    let (_, rest) = html.split_once("<script type=\"application/ld+json\">").expect("says what it is about");
    let json: Value = serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap();
    assert_eq!(json["@context"], "https://schema.org");
    json["@graph"].as_array().unwrap().clone()
}

fn property<'a>(html: &'a str, name: &str) -> &'a str {
    let (_, rest) =
        html.split_once(&format!("<meta property=\"{name}\" content=\"")).unwrap_or_else(|| panic!("no {name}"));
    rest.split_once('"').unwrap().0
}

/// ROUTE-20, NAV-06: a game's page has its own title and preview, and says what game it is.
#[tokio::test]
async fn a_game_can_be_shared_and_found() {
    let app = TestApp::start().await;
    let html = app.demo().raw("/watch/2").await.text().await.unwrap();
    assert!(html.contains("<title>demo Hawks @ demo Bears – Regarder – demo sports</title>"));
    assert!(html.contains("<link rel=\"canonical\" href=\"https:&#x2f;&#x2f;demo.test&#x2f;watch&#x2f;2\">"));
    assert_eq!(property(&html, "og:title"), "demo Hawks @ demo Bears – Regarder – demo sports");
    assert!(
        property(&html, "og:description")
            .starts_with("Basketball · North Arena, Toronto, ON · 28&#x2f;05&#x2f;2026 16:26 EDT")
    );
    let [game, broadcast] = &about(&html)[..] else { panic!("two things") };
    assert_eq!(game["@type"], "SportsEvent");
    assert_eq!(game["startDate"], "2026-05-28T16:26:49-04:00");
    assert_eq!((&game["awayTeam"]["name"], &game["homeTeam"]["name"]), (&"demo Hawks".into(), &"demo Bears".into()));
    assert_eq!(game["location"]["address"]["addressLocality"], "Toronto");
    assert_eq!((&broadcast["@type"], &broadcast["isLiveBroadcast"]), (&"BroadcastEvent".into(), &true.into()));

    let finished = app.demo().raw("/watch/4").await.text().await.unwrap();
    let film = about(&finished)[1].clone();
    assert_eq!((&film["@type"], &film["duration"]), (&"VideoObject".into(), &"PT1H30M0S".into()));
}

/// ROUTE-28: a film has a page of its own, with its own preview.
#[tokio::test]
async fn a_film_can_be_shared_and_found() {
    let app = TestApp::start().await;
    let film = app.demo().get_keyed("vod-media-items").await.body["data"][0].clone();
    let html = app.demo().raw(&format!("/vod_library/{}", film["id"])).await.text().await.unwrap();
    let title = film["title"].as_str().unwrap();
    assert!(html.contains(&format!("<title>{title} – vod – demo sports</title>")), "{title}");
    let [about] = &about(&html)[..] else { panic!("one thing") };
    assert_eq!((&about["@type"], about["name"].as_str().unwrap()), (&"VideoObject".into(), title));
}

/// The page of a game carries the game, so that it is shown without a call.
#[tokio::test]
async fn a_page_carries_what_it_is_about() {
    let app = TestApp::start().await;
    let boot = async |path: &str| -> Value {
        let html = app.demo().raw(path).await.text().await.unwrap();
        let (_, rest) = html.split_once("<script id=\"boot\" type=\"application/json\">").unwrap();
        serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
    };
    assert_eq!(boot("/watch/2").await["event"], app.demo().get_keyed("events/2").await.body["data"]);
    assert_eq!(boot("/about").await["page"], app.demo().get("pages/about").await.body["data"]);
    let film = app.demo().get_keyed("vod-media-items/4").await.body["data"].clone();
    assert_eq!(boot("/vod_library/4").await["vod_item"], film);
    assert!(boot("/").await["version"].as_i64().unwrap() >= 1);
}

/// ROUTE-12, ROUTE-25, ROUTE-26: every screen has a page, with or without content; an unknown id is a 404.
#[tokio::test]
async fn every_screen_answers_and_unknown_ids_do_not() {
    let app = TestApp::start().await;
    for (path, _) in Screen::FIXED {
        let answer = app.demo().raw(path).await;
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        let html = answer.text().await.unwrap();
        assert!(html.contains("<title>") && html.contains("og:title"), "{path}");
    }
    for path in [
        "/watch/999",
        "/watch/1001",
        "/vod_library/999",
        "/nothing",
        "/sitemap/7.xml",
        "/calendar/games/999.ics",
        "/calendar/teams/1001.ics",
        "/calendar/games/x",
    ] {
        assert_eq!(app.demo().raw(path).await.status(), StatusCode::NOT_FOUND, "{path}");
    }
    let missing = app.demo().raw("/watch/999").await.text().await.unwrap();
    assert!(missing.contains("<meta name=\"robots\" content=\"noindex\">") && !missing.contains("canonical"));
}

/// T28: names of games, teams and pages cannot break out of the head, whatever they hold.
#[tokio::test]
async fn hostile_names_stay_text() {
    let app = TestApp::start().await;
    let hostile = "</title></script><script>alert(1)</script>\"'><img src=x onerror=alert(1)>";
    let mut import = channel("demo", 1);
    import.content.participants[0].name = hostile.into();
    import.content.events[1].name = hostile.into();
    import.content.pages[0].name = hostile.into();
    import.content.categories[0].name = hostile.into();
    import.profile.tagline = hostile.into();
    app.database.store.channel_import(import).await.unwrap();
    let html = async |path: &str| app.demo().raw(path).await.text().await.unwrap();
    app.until(async || html("/").await.contains("onerror")).await;
    for path in ["/", "/watch/2", "/about", "/faq", "/upcoming"] {
        let html = html(path).await;
        assert!(!html.contains("<script>alert") && !html.contains("<img src=x"), "{path}");
        let scripts = html.matches("<script").count();
        assert_eq!(scripts, html.matches("</script>").count(), "{path}");
    }
    about(&html("/watch/2").await);
}

/// The list of pages, for search engines; none of another channel.
#[tokio::test]
async fn site_maps_list_every_page() {
    let app = TestApp::start().await;
    let robots = app.demo().raw("/robots.txt").await.text().await.unwrap();
    assert!(
        robots.contains("Sitemap: https://demo.test/sitemap.xml") && robots.contains("Disallow: /api/"),
        "{robots}"
    );
    let answer = app.demo().raw("/sitemap.xml").await;
    assert_eq!(answer.headers()["content-type"], "application/xml");
    let xml = answer.text().await.unwrap().replace("&#x2f;", "/");
    for path in ["/", "/upcoming", "/faq", "/about", "/watch/1", "/watch/5"] {
        assert_eq!(xml.matches(&format!("<loc>https://demo.test{path}</loc>")).count(), 1, "{path}");
    }
    assert!(!xml.contains("/watch/1001") && !xml.contains("/login"));
    assert!(xml.ends_with("</urlset>"));
}

/// EVT-10: a calendar file carries the true start; a team's feed has its games.
#[tokio::test]
async fn games_go_into_calendars() {
    let app = TestApp::start().await;
    let answer = app.demo().raw("/calendar/games/2.ics").await;
    assert_eq!(answer.headers()["content-type"], "text/calendar; charset=utf-8");
    assert_eq!(answer.headers()["content-disposition"], "attachment; filename=\"game-2.ics\"");
    let file = answer.text().await.unwrap().replace("\r\n ", "");
    for line in [
        "BEGIN:VCALENDAR",
        "DTSTART:20260528T202649Z",
        "SUMMARY:demo Hawks @ demo Bears",
        "UID:game-2@demo",
        "LOCATION:North Arena\\, Toronto\\, ON",
        "URL:https://demo.test/watch/2",
        "END:VCALENDAR",
    ] {
        assert!(file.lines().any(|found| found == line), "{line} in {file}");
    }

    let now = jiff::Timestamp::now().as_millisecond();
    let mut import = channel("demo", 1);
    import.content.events[1].starts_at.0 = now + 86_400_000;
    import.content.events[2].starts_at.0 = now - 400 * 86_400_000;
    import.content.events[1].name = "Final\r\nDTSTART:19700101T000000Z".into();
    import.content.events[1].participants.truncate(1);
    app.database.store.channel_import(import).await.unwrap();
    let feed = async || app.demo().raw("/calendar/teams/1.ics").await.text().await.unwrap();
    app.until(async || feed().await.contains("UID:game-2@demo")).await;
    let feed = feed().await;
    assert!(!feed.contains("UID:game-3@"), "last year's games have gone");
    assert_eq!(feed.lines().filter(|line| line.starts_with("DTSTART")).count(), feed.matches("BEGIN:VEVENT").count());
}
