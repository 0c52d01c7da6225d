//! Files as a whole: what is written is read, and what is wrong is told with its place.

use domain::time::Timestamp;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::{ChannelFile, Options, Problems};

const NOW: Timestamp = Timestamp(1_794_713_400_000);
const OPTIONS: Options<'static> = Options { now: NOW, alias: None, hosts: None };

/// A small channel with two of everything that can refer or be referred to.
fn small() -> Value {
    let field = |name: &str| {
        json!({"name": name, "label": "L", "type": "text", "required": false, "minLength": 0, "maxLength": 9,
               "placeholder": "", "options": [], "translations": {"fr": {"placeholder": "p"}}})
    };
    json!({
        "format": "touchline-channel",
        "version": 1,
        "alias": "small",
        "hosts": ["small.example", "tv.small.example"],
        "profile": {
            "name": "Small “TV” 📺", "tagline": "", "logo": "pictures/logo.png", "language": "en", "multiLanguage": true,
            "currency": "CAD", "googleTag": "G-1", "sentryDsn": "https://abc@o1.ingest.sentry.io/42",
            "recaptchaSiteKey": "6Le", "googleClientId": "1.apps.googleusercontent.com", "facebookClientId": "2",
            "colours": {"headerBackground": "#000", "headerText": "#fff", "bodyBackground": "#000000",
                        "bodyText": "#ffffff", "footerBackground": "#111111"},
            "geo": {"mode": "not_in", "countries": ["FR"]},
            "accounts": {"revealUnknownEmail": false, "registrationByMail": true},
            "playback": {"maxStreams": 2, "maxDownloads": 5, "maxClips": 6, "maxClipSeconds": 60, "clipShare": 10,
                         "clipShareOfAll": 25, "prerollPauseSeconds": 3600, "embedHosts": ["club.example"]}
        },
        "sports": [
            {"id": 1, "alias": "a", "name": "A", "image": "pictures/a.png", "translations": {"fr": {"name": "Â"}}},
            {"id": 2, "alias": "b", "name": "B"}
        ],
        "venues": [
            {"id": 1, "name": "V", "city": "", "state": "", "country": "CA", "timeZone": "America/Toronto"},
            {"id": 2, "name": "W", "city": "", "state": "", "country": "CA", "timeZone": "Europe/Sofia"}
        ],
        "schoolProperties": [{"id": 1, "alias": "level", "name": "Level", "values": ["x", "y"]}],
        "schools": [
            {"id": 1, "name": "S", "shortName": "S", "color": "#123456", "city": "", "state": "",
             "images": [{"type": "crest", "url": "pictures/crest-s.webp"}], "properties": {"level": "x"}, "inMenu": true},
            {"id": 2, "alias": "t", "name": "T", "shortName": "T", "color": "#123456", "city": "", "state": "",
             "images": [], "properties": {}, "inMenu": false}
        ],
        "teams": [
            {"id": 1, "name": "S", "shortName": "S", "color": "#123456", "school": 1, "sport": 1, "gender": "W",
             "sportName": "A", "images": [], "inMenu": true},
            {"id": 2, "name": "T", "shortName": "T", "color": "#123456", "images": [], "inMenu": false}
        ],
        "passes": [
            {"id": 1, "kind": "package", "name": "P", "basePrice": 900, "serviceFee": 99, "price": 999, "offer": "season",
             "period": "annual", "type": "regular", "isTeamPass": false, "sports": [1, 2], "sport": 2, "weight": -3,
             "capabilities": ["watch", "no_ads"], "maxClips": 4},
            {"id": 2, "kind": "subscription", "name": "Q", "basePrice": 0, "serviceFee": 0, "price": 0, "offer": "",
             "period": "monthly", "trialDays": 7, "type": "addition", "isTeamPass": true, "sports": [], "weight": 1,
             "capabilities": []}
        ],
        "games": [
            {"id": 1, "name": "T @ S", "status": "finished", "access": "ppv", "sport": 1, "venue": 2,
             "startsAt": "2026-11-01T19:00:00.5Z", "endsAt": "2026-11-01T21:00:00Z", "timeZone": "Europe/Sofia",
             "timing": "stream", "teams": [2, 1], "homeTeam": 1, "score": [1, 0], "durationSeconds": 60,
             "image": "https://pictures.example/a.png", "singlePass": 1, "geo": {"mode": "only_in", "countries": ["CA"]}},
            {"id": 2, "name": "", "status": "upcoming", "access": "free", "sport": 2,
             "startsAt": {"days": 2, "weekday": "friday", "time": "19:00"}, "endsAt": {"after": 90},
             "timeZone": "America/Toronto", "timing": "clock", "teams": []}
        ],
        "filmCategories": [{"id": 1, "alias": "k", "title": "K"}],
        "films": [{"id": 1, "title": "F", "description": "", "date": {"days": -3, "time": "10:00"}, "access": "vod_media",
                   "categories": [1], "assets": [{"type": "image", "url": "pictures/film.jpg"}],
                   "translations": {"bg": {"title": "Ф"}}}],
        "rails": [{"id": 1, "title": "R", "films": [1]}],
        "prerolls": [{"id": 1, "url": "prerolls/x.mp4", "weight": 1, "venue": 1, "sports": [1], "forLive": true,
                      "forVod": false, "active": true}],
        "links": [{"id": 1, "place": "header", "name": "Shop", "url": "https://shop.example"}],
        "slides": [
            {"id": 1, "view": "team", "viewOf": 2, "title": "", "text": "", "image": "pictures/a.png", "game": 2,
             "linkUrl": "/about", "linkText": "More", "visibleFrom": "2026-11-01T19:00:00Z",
             "visibleUntil": "2026-11-02T19:00:00Z", "translations": {"fr": {"linkText": "Plus"}}},
            {"id": 2, "title": "", "text": ""}
        ],
        "pages": [{"id": 1, "url": "/about", "altName": "about", "name": "About",
                   "content": "<p>Hi <img src=\"pictures/page.png\" alt=\"\"></p>"}],
        "faq": [{"id": 1, "question": "?", "answer": "<p>!</p>"}],
        "blocks": [{"id": 1, "place": "home", "content": "<p>x</p>"}],
        "forms": [{"id": 1, "alias": "contacts", "title": "", "description": "", "submitText": "Go", "successText": "",
                   "fields": [field("one"), field("two")], "translations": {"fr": {"submitText": "Allez"}}}],
        "texts": [{"kind": "welcome", "translations": {"fr": {"subject": "Bienvenue à {{ channel }}"}}}]
    })
}

fn read(file: &Value) -> Result<ChannelFile, Problems> {
    ChannelFile::read(file.to_string().as_bytes(), OPTIONS)
}

/// The same file with one value changed; a value of `null` takes the field away.
fn with(pointer: &str, value: Value) -> Value {
    let mut file = small();
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    match file.pointer_mut(parent).unwrap() {
        Value::Object(fields) => drop(fields.insert(name.to_owned(), value)),
        Value::Array(values) => values.push(value),
        other => panic!("{other}"),
    }
    file
}

#[test]
fn channel_file_reads_back_as_written() {
    let file = read(&small()).unwrap();
    let written = file.write();
    let again = ChannelFile::read(written.as_bytes(), OPTIONS).unwrap();
    assert_eq!(again, file);
    assert_eq!(again.write(), written);
    assert!(written.contains("\"startsAt\": \"2026-11-01T19:00:00.5Z\"") && written.contains("2026-11-21T00:00:00Z"));
    assert!(written.contains("\"linkText\": \"Plus\"") && written.contains("\\\"pictures/page.png\\\""), "{written}");
}

/// Files of older programs name no zone.
#[test]
fn channel_without_a_zone_has_that_of_most_games() {
    assert_eq!(read(&small()).unwrap().profile.time_zone, "America/Toronto");
    let named = read(&with("/profile/timeZone", json!("UTC"))).unwrap();
    assert_eq!(named.profile.time_zone, "UTC");
    assert!(named.write().contains("\"timeZone\": \"UTC\""));
}

#[test]
fn pictures_belong_to_the_channel_that_they_are_imported_into() {
    let options = Options { alias: Some("other"), hosts: Some(&["other.example".to_owned()]), ..OPTIONS };
    let [own, other] =
        [OPTIONS, options].map(|options| ChannelFile::read(small().to_string().as_bytes(), options).unwrap());
    assert_eq!(own.profile.logo.as_deref(), Some("/storage/images/small/logo.png"));
    assert_eq!(other.profile.logo.as_deref(), Some("/storage/images/other/logo.png"));
    assert!(other.content.pages[0].content.contains("src=\"/storage/images/other/page.png\""));
    assert_eq!(other.content.prerolls[0].url, "/storage/prerolls/other/x.mp4");
    assert_eq!(other.hosts, ["other.example"]);
    let names = ["a.png", "crest-s.webp", "film.jpg", "logo.png", "page.png"];
    assert_eq!(own.pictures().into_iter().collect::<Vec<_>>(), names);
    assert_eq!(other.pictures(), own.pictures());

    // Pages ask for the other sizes of a library picture.
    let name = |width| format!("0123456789abcdef-fedcba9876543210-30-100-{width}.jpg");
    let slide = read(&with("/slides/0/image", json!(format!("pictures/{}", name(700))))).unwrap();
    let sizes: Vec<String> = slide.pictures().into_iter().filter(|name| name.contains("fedcba")).collect();
    assert_eq!(sizes, [name(320), name(640), name(700)]);
}

/// T28: whatever runs in a browser is gone before anything is stored.
#[test]
fn html_is_sanitised() {
    for (pointer, place) in [("/pages/0/content", 0), ("/faq/0/answer", 1), ("/blocks/0/content", 2)] {
        let file = read(&with(pointer, json!("<p onclick=\"x()\">Hi<script>alert(1)</script></p>"))).unwrap();
        let content = file.content;
        let texts = [&content.pages[0].content, &content.faq[0].answer, &content.static_blocks[0].content];
        assert_eq!(texts[place], "<p>Hi</p>");
    }
    let file =
        read(&with("/pages/0/translations", json!({"fr": {"content": "<img src=x onerror=alert(1)>"}}))).unwrap();
    assert!(!file.write().contains("onerror"));
}

/// T28, T34: every bad value is told with its place.
#[test]
fn bad_values_are_refused_at_their_place() {
    for (pointer, value, place, what) in [
        ("/format", json!("zip"), "format", "touchline-channel"),
        ("/version", json!(2), "version", "no other"),
        ("/alias", json!("No Alias"), "alias", "small letters"),
        ("/colour", json!(1), "colour", "no field"),
        ("/hosts/2", json!("small.example"), "hosts[2]", "twice"),
        ("/hosts/2", json!("Upper.example:80"), "hosts[2]", "host name"),
        ("/profile/name", json!(null), "profile.name", "missing"),
        ("/profile/colours/accent", json!("red;}"), "profile.colours.accent", "colour"),
        ("/profile/colours/border", json!("#000"), "profile.colours.border", "no field"),
        ("/profile/geo", json!({"mode": "only_in", "countries": ["ZZ"]}), "profile.geo", "no country ZZ"),
        ("/profile/playback/clipShare", json!(101), "profile.playback.clipShare", "between 0 and 100"),
        ("/profile/playback/embedHosts/1", json!("x; script-src *"), "profile.playback.embedHosts[1]", "site"),
        ("/profile/timeZone", json!("Mars/Olympus"), "profile.timeZone", "time zone"),
        ("/profile/logo", json!("javascript:alert(1)"), "profile.logo", "pictures/NAME"),
        ("/profile/logo", json!("pictures/../../etc/passwd"), "profile.logo", "pictures/NAME"),
        ("/sports", json!({}), "sports", "a list"),
        ("/sports/2", json!(7), "sports[2]", "an object"),
        ("/sports/0/id", json!(0), "sports[0].id", "between 1"),
        (
            "/schoolProperties/1",
            json!({"id": 1, "alias": "", "name": "", "values": []}),
            "schoolProperties[1].id",
            "twice",
        ),
        ("/sports/0/name", json!("a\u{0}b"), "sports[0].name", "code 0"),
        ("/sports/0/name", json!("a".repeat(200_001)), "sports[0].name", "longer"),
        ("/sports/0/translations", json!({"fr": {"alias": "x"}}), "sports[0].translations.fr.alias", "translated"),
        ("/sports/0/translations", json!({"de": {}}), "sports[0].translations", "de"),
        ("/venues/1/timeZone", json!("Nowhere/Land"), "venues[1].timeZone", "IANA"),
        ("/schools/0/images/0/url", json!("//evil.example/a.png"), "schools[0].images[0].url", "pictures/NAME"),
        ("/teams/1/school", json!(9), "teams[1].school", "no 9 in schools"),
        ("/teams/1/gender", json!("X"), "teams[1].gender", "variant"),
        ("/passes/0/price", json!(1), "passes[0].price", "together"),
        ("/passes/0/basePrice", json!(-1), "passes[0].basePrice", "between 0"),
        ("/passes/0/basePrice", json!(9.5), "passes[0].basePrice", "invalid type"),
        ("/passes/1/sports/0", json!(3), "passes[1].sports", "no 3 in sports"),
        ("/games/1/startsAt", json!("tomorrow"), "games[1].startsAt", "moment in UTC"),
        ("/games/1/startsAt", json!({"days": 1}), "games[1].startsAt", "moment in UTC"),
        ("/games/1/startsAt", json!(null), "games[1].startsAt", "missing"),
        ("/games/0/endsAt", json!("2026-11-01T18:00:00Z"), "games[0].endsAt", "before startsAt"),
        ("/games/0/endsAt", json!({"after": -1}), "games[0].endsAt", "after"),
        ("/games/0/status", json!("over"), "games[0].status", "variant"),
        ("/games/0/sport", json!(3), "games[0].sport", "no 3 in sports"),
        ("/games/0/venue", json!(3), "games[0].venue", "no 3 in venues"),
        ("/games/0/teams/2", json!(3), "games[0].teams", "no 3 in teams"),
        ("/games/1/homeTeam", json!(9), "games[1].homeTeam", "no 9 in teams"),
        ("/games/0/score", json!([1, -1]), "games[0].score", "between 0"),
        ("/games/0/singlePass", json!(3), "games[0].singlePass", "no 3 in passes"),
        ("/games/0/streamKey", json!("secret"), "games[0].streamKey", "no field"),
        ("/films/0/categories/1", json!(2), "films[0].categories", "no 2 in filmCategories"),
        ("/films/0/categories/1", json!(1), "films[0].categories", "twice"),
        ("/rails/0/films/1", json!(2), "rails[0].films", "no 2 in films"),
        ("/prerolls/0/url", json!("http://ads.example/a.mp4"), "prerolls[0].url", "https"),
        ("/links/0/url", json!("javascript:alert(1)"), "links[0].url", "address"),
        ("/slides/0/linkUrl", json!("data:text/html,x"), "slides[0].linkUrl", "address"),
        ("/slides/0/view", json!("planet"), "slides[0].view", "home, sport"),
        ("/slides/0/viewOf", json!(3), "slides[0].viewOf", "no 3 in teams"),
        ("/slides/1/game", json!(3), "slides[1].game", "no 3 in games"),
        ("/pages/0/url", json!("/login"), "pages[0].url", "no path"),
        ("/forms/0/fields/1/name", json!("one"), "forms[0].fields[1].name", "twice"),
        ("/forms/0/fields/0/minLength", json!(81), "forms[0].fields[0].maxLength", "from 81"),
        ("/forms/0/alias", json!("a/b"), "forms[0].alias", "small letters"),
        ("/forms/0/fields/0/colour", json!(1), "forms[0].fields[0].colour", "no field"),
    ] {
        let problems = read(&with(pointer, value.clone())).expect_err(pointer);
        let [problem] = problems.listed() else { panic!("{pointer} {value}: {problems}") };
        assert_eq!(problem.place, place, "{problems}");
        assert!(problem.what.contains(what), "{pointer}: {problems}");
    }
}

#[test]
fn all_problems_are_told_at_once_up_to_a_limit() {
    let mut file = with("/games/1/startsAt", json!("tomorrow"));
    file["games"][0]["status"] = json!("over");
    file["games"][0]["colour"] = json!(1);
    file["pages"][0]["url"] = json!("about");
    let problems = read(&file).unwrap_err();
    let places: Vec<_> = problems.listed().iter().map(|problem| problem.place.as_str()).collect();
    assert_eq!(places, ["games[0].status", "games[0].colour", "games[1].startsAt", "pages[0].url"]);
    file["sports"] = (0..60).map(|_| json!({"id": 1})).collect();
    let problems = read(&file).unwrap_err();
    assert_eq!(problems.listed().len(), 50);
    assert!(problems.to_string().ends_with(" more"), "{problems}");
}

/// T34: nothing of a hostile file reaches the terminal as it is.
#[test]
fn messages_do_not_repeat_what_a_terminal_would_obey() {
    let mut file = small();
    file["\u{1b}[2J"] = json!(1);
    file["games"][0]["status"] = json!(format!("\u{1b}]0;x\u{7}{}", "a".repeat(1_000)));
    let told = read(&file).unwrap_err().to_string();
    assert!(!told.contains('\u{1b}') && !told.contains('\u{7}') && told.len() < 1_000, "{told}");
}

#[test]
fn text_that_is_no_channel_file_is_refused() {
    for text in ["", "[]", "{", "null", "{\"format\": \"touchline-channel\"}"] {
        assert!(ChannelFile::read(text.as_bytes(), OPTIONS).is_err(), "{text}");
    }
    let deep = "[".repeat(100_000);
    assert!(ChannelFile::read(deep.as_bytes(), OPTIONS).is_err());
}

proptest! {
    /// Any text of a person comes out as it went in, and the file is the same bytes again.
    #[test]
    fn odd_texts_stay_as_they_are(text in "[^\\x00]{0,200}", place in 0_usize..8) {
        let pointers = [
            "/profile/name", "/sports/0/name", "/venues/0/city", "/schools/0/alias", "/games/0/name", "/films/0/description",
            "/slides/0/text", "/forms/0/successText",
        ];
        let file = read(&with(pointers[place], json!(text))).unwrap();
        let written = file.write();
        let value: Value = serde_json::from_str(&written).unwrap();
        prop_assert_eq!(value.pointer(pointers[place]), Some(&json!(text)));
        prop_assert_eq!(ChannelFile::read(written.as_bytes(), OPTIONS).unwrap().write(), written);
    }

    /// Any HTML is read, and once it is clean it is written and read without change.
    #[test]
    fn cleaned_html_reads_back_unchanged(html in "[<>a-z\"'=/& ]{0,120}") {
        let written = read(&with("/pages/0/content", json!(html))).unwrap().write();
        prop_assert_eq!(ChannelFile::read(written.as_bytes(), OPTIONS).unwrap().write(), written);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..500)) {
        let _ = ChannelFile::read(&bytes, OPTIONS);
    }
}
