use domain::one_time_token::Purpose;
use domain::time::Timestamp;

use super::*;

const LINK: &str = "https://demo.test/verify-email?email=fan%40demo.test&expires=1800000000&signature=a-b_c";
const OTHER: &str = "https://demo.test/password-reset-request";

fn brand() -> Brand {
    Brand {
        name: "Northline & Co".into(),
        accent: "#ffb703".into(),
        site: "https://demo.test/".into(),
        ..Brand::default()
    }
}

fn letters() -> Vec<Letter> {
    let (link, other) = (|| LINK.to_owned(), OTHER.to_owned());
    [
        Letter::Welcome { link: link() },
        Letter::VerifyEmail { link: link() },
        Letter::AlreadyRegistered { login: link(), reset: other },
        Letter::ResetPassword { link: link() },
        Letter::LoginCode { code: "482913".into() },
        Letter::ChangeEmail { link: link() },
        Letter::EmailChange { new_email: "new@demo.test".into(), undo: link() },
        Letter::PasswordChanged { reset: link() },
        Letter::NewDevice { device: "Firefox on Linux".into(), country: Some("Canada".into()), devices: link() },
        Letter::NewDevice { device: "Firefox on Linux".into(), country: None, devices: link() },
        Letter::DeleteAccount { link: link() },
        Letter::AccountDeleted,
        Letter::Test,
        connected(Some("Canada")),
        connected(None),
        address_made(Some("Canada")),
        address_made(None),
        invitation("Odessa Owens"),
    ]
    .into_iter()
    .chain(SALES.map(|news| Letter::Sale(sale(news))))
    .collect()
}

fn connected(country: Option<&str>) -> Letter {
    Letter::DeviceConnected {
        device: "Samsung TV".into(),
        country: country.map(Into::into),
        address: "203.0.113.7".into(),
        devices: LINK.into(),
    }
}

fn address_made(country: Option<&str>) -> Letter {
    Letter::PlayerAddress {
        device: "Firefox on Linux".into(),
        country: country.map(Into::into),
        address: "203.0.113.7".into(),
        devices: LINK.into(),
    }
}

fn invitation(inviter: &str) -> Letter {
    Letter::Invitation {
        inviter: inviter.into(),
        role: Role::Editor,
        until: "2026-11-25".into(),
        link: "https://demo.test/console/invitation#a-b_c".into(),
    }
}

/// Every kind of letter once: a new one does not compile before it has a place here.
fn place_of(letter: &Letter) -> usize {
    match letter {
        Letter::Welcome { .. } => 0,
        Letter::VerifyEmail { .. } => 1,
        Letter::AlreadyRegistered { .. } => 2,
        Letter::ResetPassword { .. } => 3,
        Letter::LoginCode { .. } => 4,
        Letter::ChangeEmail { .. } => 5,
        Letter::EmailChange { .. } => 6,
        Letter::PasswordChanged { .. } => 7,
        Letter::NewDevice { .. } => 8,
        Letter::DeviceConnected { .. } => 9,
        Letter::DeleteAccount { .. } => 10,
        Letter::AccountDeleted => 11,
        Letter::Sale(_) => 12,
        Letter::PlayerAddress { .. } => 13,
        Letter::Invitation { .. } => 14,
        Letter::Test => 15,
    }
}

/// T57: a reader of another person's letter finds no link and no code in it, in no kind and no language, but the rest
/// of the words.
#[test]
fn letters_shown_to_others_contain_no_link_or_code() {
    let places: std::collections::BTreeSet<usize> = letters().iter().map(place_of).collect();
    assert_eq!(places, (0..=15).collect(), "all kinds");
    for (letter, language) in letters().iter().flat_map(|letter| Language::ALL.map(|language| (letter, language))) {
        let what = format!("{} in {language:?}", letter.kind());
        let (sent, shown) =
            (letter.render(&brand(), language, "Frankie"), letter.render_blank(&brand(), language, "Frankie"));
        assert_eq!(sent.subject, shown.subject, "{what}");
        let is_secret = |line: &str| line.contains("://") || line.trim() == "482913";
        for (sent, shown) in [(&sent.text, &shown.text), (&sent.html, &shown.html)] {
            for secret in ["482913", "signature", "a-b_c", "verify-email?", "password-reset", "href", "https://"] {
                assert!(!shown.contains(secret), "{what}: {secret} in {shown}");
            }
            assert!(shown.contains("Frankie"), "{what}");
            let blanks = letter.links().len() + usize::from(matches!(letter, Letter::LoginCode { .. }));
            assert_eq!(count(shown, BLANK), blanks, "{what}: {shown}");
            assert_eq!(count(sent, BLANK), 0, "{what}");
        }
        let kept = sent.text.lines().map(|line| if is_secret(line) { BLANK } else { line.trim() });
        let read = shown.text.lines().map(str::trim);
        assert!(kept.eq(read), "{what}: {}", shown.text);
    }
}

const SALES: [SaleNews; 9] = [
    SaleNews::Receipt,
    SaleNews::Refunded,
    SaleNews::TrialStarted,
    SaleNews::TrialEnds,
    SaleNews::RenewsSoon,
    SaleNews::Renewed,
    SaleNews::RenewalFailed,
    SaleNews::Unsubscribed,
    SaleNews::SubscriptionEnded,
];

fn sale(news: SaleNews) -> Sale {
    Sale {
        news,
        product: "Season pass".into(),
        amount: Some("49.99 CAD".into()),
        card: Some("Visa •••• 4242".into()),
        until: Some("2027-11-15".into()),
        next_charge: None,
        link: LINK.into(),
    }
}

/// PAY-08, PAY-16, PAY-17: a letter about a purchase names it, its price, card and end.
#[test]
fn letters_about_purchases_name_them() {
    for (news, language) in SALES.into_iter().flat_map(|news| Language::ALL.map(|language| (news, language))) {
        let rendered = Letter::Sale(sale(news)).render(&brand(), language, "");
        for fact in ["Season pass", "49.99 CAD", "Visa •••• 4242", "2027-11-15"] {
            assert!(rendered.text.contains(fact) && rendered.html.contains(fact), "{fact}: {news:?} in {language:?}");
        }
    }
}

fn count(text: &str, part: &str) -> usize {
    text.matches(part).count()
}

#[test]
fn every_letter_in_every_language_has_its_link_once_to_press_and_once_to_read() {
    for (letter, language) in letters().iter().flat_map(|letter| Language::ALL.map(|language| (letter, language))) {
        let Rendered { subject, text, html } = letter.render(&brand(), language, "Frankie");
        let what = format!("{} in {language:?}", letter.kind());
        assert!(!subject.is_empty() && subject.chars().count() <= 70, "{what}: {subject}");
        assert!(text.contains("Frankie") && html.contains("Frankie"), "{what}");
        assert!(text.contains("Northline & Co") && html.contains("Northline &amp; Co"), "{what}");
        assert!(html.contains(&format!("<html lang=\"{}\"", language.code())), "{what}");
        for rest in ["{{", "{%", "None", "none,"] {
            assert!(!text.contains(rest) && !subject.contains(rest), "{what}: {rest} in {text}");
        }
        assert_eq!(count(&html, "href="), letter.links().len(), "{what}");
        for link in letter.links() {
            let escaped = link.replace('&', "&amp;");
            assert_eq!(count(&html, &format!("href=\"{escaped}\"")), 1, "{what}");
            assert_eq!(count(&html, &format!(">{escaped}<")), 1, "{what}");
            assert_eq!(count(&html, &escaped), 2, "{what}");
            assert_eq!(text.lines().filter(|line| *line == link).count(), 1, "{what}");
            assert_eq!(count(&text, link), 1, "{what}");
        }
    }
}

#[test]
fn letter_contains_the_facts_it_reports() {
    for language in Language::ALL {
        for (letter, facts) in [
            (&letters()[4], vec!["482913"]),
            (&letters()[6], vec!["new@demo.test"]),
            (&letters()[8], vec!["Firefox on Linux", "Canada"]),
            (&letters()[13], vec!["Samsung TV", "Canada"]),
            (&letters()[14], vec!["Samsung TV", "203.0.113.7"]),
            (&letters()[17], vec!["Odessa Owens", "2026-11-25"]),
        ] {
            let rendered = letter.render(&brand(), language, "");
            for fact in facts {
                assert!(rendered.text.contains(fact) && rendered.html.contains(fact), "{fact} in {language:?}");
                assert!(!rendered.subject.contains(fact), "the subject is kept after the rest is forgotten");
            }
        }
    }
}

/// The words say for how long a link is good: exactly as long as its token.
#[test]
fn letters_say_how_long_they_are_good() {
    let minutes = |words: [&'static str; 3]| (Timestamp::MINUTE, words);
    let days = |words| (Timestamp::DAY, words);
    for (letter, purpose, (unit, words)) in [
        (&letters()[1], Purpose::VerifyEmail, days(["days", "jours", "дни"])),
        (&letters()[3], Purpose::ResetPassword, minutes(["minutes", "minutes", "минути"])),
        (&letters()[4], Purpose::LoginCode, minutes(["minutes", "minutes", "минути"])),
        (&letters()[5], Purpose::ChangeEmail, days(["day", "jour", "ден"])),
        (&letters()[6], Purpose::UndoEmailChange, days(["days", "jours", "дни"])),
        (&letters()[10], Purpose::DeleteAccount, minutes(["minutes", "minutes", "минути"])),
    ] {
        for (language, word) in Language::ALL.into_iter().zip(words) {
            let said = format!("{} {word}", purpose.life() / unit);
            assert!(letter.render(&brand(), language, "").text.contains(&said), "{purpose:?}: {said}");
        }
    }
}

/// OPS-01: an invitation names the role in the reader's language, and its life.
#[test]
fn invitations_name_their_role_and_life() {
    let days = (domain::team::INVITATION_LIFE / Timestamp::DAY).to_string();
    for (language, role) in Language::ALL.into_iter().zip(["Editor", "Rédaction", "Редактор"]) {
        let text = invitation("Odessa Owens").render(&brand(), language, "").text;
        assert!(text.contains(role) && text.contains(&format!(" {days} ")), "{text}");
    }
    let html = invitation("<b onload=x>\r\nBcc: all").render(&brand(), Language::En, "").html;
    assert!(!html.contains("<b ") && html.contains("&lt;b onload=x"), "T28: {html}");
}

/// UI-13: in French a line does not break before a colon, a question mark or a closing quote.
#[test]
fn french_letters_have_no_break_spaces() {
    for letter in letters() {
        let Rendered { subject, text, .. } = letter.render(&brand(), Language::Fr, "Frankie");
        for wrong in [" :", " ;", " !", " ?", " »", "« "] {
            assert!(!text.contains(wrong) && !subject.contains(wrong), "{}: {wrong} in {text}", letter.kind());
        }
    }
}

/// T28, T46: what people call themselves stays text, on its line.
#[test]
fn hostile_names_do_no_harm() {
    let hostile = "<b onload=x>\r\nBcc: all";
    for letter in letters() {
        let brand = Brand {
            name: "<script>alert(1)</script>\r\nBcc: all@demo.test".into(),
            accent: "red;background:url(//evil.test)".into(),
            site: "https://demo.test/".into(),
            ..Brand::default()
        };
        for name in [hostile, "{{7*7}}", "{% raw %}", "\"'><img src=x>"] {
            let Rendered { subject, html, text } = letter.render(&brand, Language::En, name);
            assert!(!subject.contains(['\r', '\n']), "{subject:?}");
            for tag in ["<script", "<b ", "<img", "evil.test"] {
                assert!(!html.contains(tag), "{tag} in {}", letter.kind());
            }
            assert!(name != "{{7*7}}" || text.starts_with("Hi {{7*7}},"), "a name is not a template: {text}");
            assert!(!text.contains("\nBcc") && !text.contains('\r'), "{text}");
        }
    }
    let device = Letter::NewDevice { device: hostile.into(), country: Some("<i>".into()), devices: LINK.into() };
    let html = device.render(&brand(), Language::En, "Fan").html;
    assert!(!html.contains("<b ") && !html.contains("<i>"), "{html}");
}

#[test]
fn buttons_can_be_read_on_every_accent() {
    for step in 0..=255u8 {
        for accent in [Colour::new(step, step, step), Colour::new(step, 0, 255 - step), Colour::new(0, step, 80)] {
            assert!(text_on(accent).contrast(accent) >= 4.5, "{accent}");
            assert!(edge_of(accent).contrast(Colour::WHITE) >= 1.5, "{accent}");
        }
    }
}

#[test]
fn letter_without_a_name_has_a_plain_greeting() {
    let text = letters()[1].render(&brand(), Language::En, " ").text;
    assert!(text.starts_with("Hello,\n"), "{text}");
}
