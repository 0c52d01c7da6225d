//! What fans ask, and the answers.

use domain::content::FaqEntry;

use super::LEAGUE;

pub(crate) fn faq() -> Vec<FaqEntry> {
    LEAGUE.faq(&QUESTIONS)
}

const QUESTIONS: [(&str, &str); 12] = [
    (
        "I have a pass but cannot get in. What now?",
        "<p>Check that you are logged in with the email address that the receipt was sent to: the address is at the top of your profile. If the pass is not listed there, log out and in once. Still nothing? Write to <a href=\"mailto:hello@northline.example\" rel=\"noopener noreferrer\">hello@northline.example</a> with the receipt.</p>",
    ),
    (
        "The picture stalls or is blurred. How do I fix it?",
        "<ol><li>Choose a lower quality in the player’s settings.</li><li>Move closer to your router, or use a cable.</li><li>Close other programs that use the connection.</li></ol><p>If other games run well, the line out of the building may be at fault; we see that too and are on it.</p>",
    ),
    (
        "Which devices can I watch on?",
        "<p>Any phone, tablet or computer with a current browser. To watch on a television, use the cast or AirPlay button in the player. Two devices may play at the same time.</p>",
    ),
    (
        "Which games are free?",
        "<p>Those marked Free play at once. Games marked Register ask for an account, which costs nothing. For the rest you need a <a href=\"/tickets\" rel=\"noopener noreferrer\">pass</a>.</p>",
    ),
    (
        "In which time zone are games listed?",
        "<p>In yours. The card and the game’s page also name the zone of the place where it is played, so that you can tell family there when to tune in.</p>",
    ),
    (
        "How soon can I watch a game again?",
        "<p>The full game is there minutes after the final whistle. If you come in late, you can also go back to the start while it is still live.</p>",
    ),
    (
        "How do I make a clip?",
        "<p>Open the game, choose Clip below the player, and drag the two ends of the range. Give it a name and save. You find it in your profile, where you can share or download it.</p>",
    ),
    (
        "How do I cancel my subscription?",
        "<p>In your profile, under orders, choose Cancel renewal. You keep access until the end of the period that is paid, and nothing more is charged.</p>",
    ),
    (
        "Can I get a refund?",
        "<p>Yes, if a game that you bought is not played or could not be shown, and within 14 days for a pass that you have not used. The <a href=\"/terms_conditions\" rel=\"noopener noreferrer\">terms</a> have the details.</p>",
    ),
    (
        "What happens if a game is postponed?",
        "<p>It moves to its new date in the schedule, and what you bought moves with it. If you asked for a reminder, you get a new one.</p>",
    ),
    (
        "I forgot my password.",
        "<p>Choose “Forgot password” on the log-in page and enter your email address. The link that we send works for one hour. Look in the spam folder if it does not arrive.</p>",
    ),
    (
        "Where does my money go?",
        "<p>Forty cents of every dollar go to the athletic department of the host school. The rest pays student crews and the service. More is on <a href=\"/about\" rel=\"noopener noreferrer\">our page</a>.</p>",
    ),
];
