//! The library: films of the network's own, made by its crews and its students.

use domain::time::Timestamp;
use domain::vod::VodAccess::{Free, VodMedia};
use domain::vod::{VodCategory, VodItem, VodRail};

use super::LEAGUE;
use crate::art::scene::{Cover, Scene};
use crate::library::{Cut, Film, Kind, Row};
use crate::texts::Text;

const DOCUMENTARIES: i64 = 1;
const CLINICS: i64 = 2;
const REVIEWS: i64 = 3;
const STUDENTS: i64 = 4;

pub(crate) fn items(now: Timestamp) -> Vec<VodItem> {
    LEAGUE.films(&FILMS, now)
}

pub(crate) fn categories() -> Vec<VodCategory> {
    LEAGUE.kinds(&KINDS)
}

pub(crate) fn rails() -> Vec<VodRail> {
    LEAGUE.rails(&RAILS)
}

const KINDS: [Kind; 4] = [
    (DOCUMENTARIES, Text::in_all("Documentaries", "Documentaires", "Документални"), "documentaries"),
    (CLINICS, Text::in_all("Coaching clinics", "Cours d’entraîneurs", "Уроци от треньори"), "coaching-clinics"),
    (REVIEWS, Text::in_all("Season reviews", "Saisons en images", "Сезонът на кратко"), "season-reviews"),
    (STUDENTS, Text::in_all("Student studio", "Studio des élèves", "Ученическо студио"), "student-studio"),
];

const RAILS: [Row; 4] = [
    (Text::in_all("New in the library", "Nouveautés", "Ново във видеотеката"), &[13, 5, 14, 1, 10, 7]),
    (
        Text::in_all("Stories worth an evening", "Des histoires pour la soirée", "Истории за цяла вечер"),
        &[1, 2, 3, 4, 11],
    ),
    (Text::in_all("Train like they do", "S’entraîner comme eux", "Тренирай като тях"), &[5, 6, 7, 8, 9]),
    (Text::in_all("Made by students", "Réalisé par des élèves", "Направено от ученици"), &[14, 15, 16, 12]),
];

pub(crate) const FILMS: [Film; 16] = [
    Film {
        id: 1,
        alias: "six-years",
        title: Text::in_all("Six Years at Harborlight", "Six ans à Harborlight", "Шест години в Харбърлайт"),
        text: Text::in_all(
            "Wrenfield travel to the harbor every winter, and every winter they lose. Players of six squads on the longest streak in the conference, and on the night it nearly ended.",
            "Chaque hiver, Wrenfield se rend au port, et chaque hiver l’équipe perd. Les joueurs de six saisons racontent la plus longue série de la conférence, et le soir où elle a failli prendre fin.",
            "Всяка зима „Ренфийлд“ пътува до пристанището и всяка зима губи. Играчи от шест сезона разказват за най-дългата серия в конференцията и за вечерта, в която тя почти приключи.",
        ),
        category: DOCUMENTARIES,
        access: VodMedia,
        days: 9,
        cut: Cut::of(26, 40, 56),
        cover: Cover::new(Scene::Court, 0xc4122f, 0x14427a),
    },
    Film {
        id: 2,
        alias: "the-lake",
        title: Text::in_all("The Lake Takes Its Time", "Le lac prend son temps", "Езерото не бърза"),
        text: Text::in_all(
            "Before there was an ice center there was a lake, a shovel and a row of headlights. The volunteers who made Thornbury’s first rink flood it one more time.",
            "Avant le centre de glace, il y avait un lac, une pelle et une rangée de phares. Les bénévoles de la première patinoire de Thornbury la remettent en eau une dernière fois.",
            "Преди ледената зала имаше езеро, лопата и редица автомобилни фарове. Доброволците, направили първата пързалка на Торнбъри, я заливат още веднъж.",
        ),
        category: DOCUMENTARIES,
        access: Free,
        days: 34,
        cut: Cut::of(29, 20, 48),
        cover: Cover::new(Scene::Rink, 0x8fb8de, 0x12467a),
    },
    Film {
        id: 3,
        alias: "thin-air",
        title: Text::new("8,200 Feet"),
        text: Text::new(
            "Visitors run out of breath at minute twenty. The Bears of Quillmont explain how they live, train and win where the air is thin.",
        ),
        category: DOCUMENTARIES,
        access: VodMedia,
        days: 61,
        cut: Cut::of(28, 10, 44),
        cover: Cover::new(Scene::Pitch, 0x1d7a48, 0x9fc4e8),
    },
    Film {
        id: 4,
        alias: "memorial-lights",
        title: Text::new("The Lights of Memorial"),
        text: Text::new(
            "Ninety years of Friday nights under the same four towers, told by the families who have kept the same seats.",
        ),
        category: DOCUMENTARIES,
        access: Free,
        days: 88,
        cut: Cut::of(28, 150, 40),
        cover: Cover::new(Scene::Gridiron, 0xf7c948, 0x2b2f5c),
    },
    Film {
        id: 5,
        alias: "footwork",
        title: Text::in_all("Footwork Comes First", "Le jeu de jambes d’abord", "Първо краката"),
        text: Text::in_all(
            "Four drills for a hallway or a driveway. No ball, no net, no excuses.",
            "Quatre exercices pour un couloir ou une cour. Pas de ballon, pas de filet, pas d’excuses.",
            "Четири упражнения за коридор или двор. Без топка, без мрежа, без оправдания.",
        ),
        category: CLINICS,
        access: Free,
        days: 4,
        cut: Cut::of(26, 120, 40),
        cover: Cover::new(Scene::Gym, 0xa81e63, 0x3f3550),
    },
    Film {
        id: 6,
        alias: "reading-the-puck",
        title: Text::new("Reading the Puck"),
        text: Text::new(
            "Thornbury’s goalkeepers show what they look at before the shot, and what they have learned to ignore.",
        ),
        category: CLINICS,
        access: VodMedia,
        days: 27,
        cut: Cut::of(29, 100, 44),
        cover: Cover::new(Scene::Rink, 0xc4122f, 0x31506e),
    },
    Film {
        id: 7,
        alias: "first-three-steps",
        title: Text::new("The First Three Steps"),
        text: Text::new("A sprint is decided before you are upright. Halcyon’s coach on blocks, angles and patience."),
        category: CLINICS,
        access: Free,
        days: 15,
        cut: Cut::of(28, 60, 36),
        cover: Cover::new(Scene::Track, 0x0a7d78, 0xe9b10e),
    },
    Film {
        id: 8,
        alias: "zone-or-man",
        title: Text::new("Zone or Man-to-Man?"),
        text: Text::new("Two coaches, one whiteboard, and an argument that has gone on since 1987."),
        category: CLINICS,
        access: VodMedia,
        days: 52,
        cut: Cut::of(26, 200, 52),
        cover: Cover::new(Scene::Court, 0xe0561b, 0x33415c),
    },
    Film {
        id: 9,
        alias: "throwing",
        title: Text::new("Throwing Without Pain"),
        text: Text::new(
            "What a shoulder can take, how to warm it up, and when to put the ball down. With the physio of Vesper Hills.",
        ),
        category: CLINICS,
        access: Free,
        days: 70,
        cut: Cut::of(28, 96, 36),
        cover: Cover::new(Scene::Diamond, 0x0a7d78, 0xb9c4d6),
    },
    Film {
        id: 10,
        alias: "volleyball-season",
        title: Text::new("Volleyball: The Season in Review"),
        text: Text::new("Every turning point of a season that came down to the last serve of the last set."),
        category: REVIEWS,
        access: VodMedia,
        days: 12,
        cut: Cut::of(26, 280, 60),
        cover: Cover::new(Scene::Gym, 0x5b2a9d, 0x2f5d62),
    },
    Film {
        id: 11,
        alias: "road-to-the-bowl",
        title: Text::new("Football: Road to the Bowl"),
        text: Text::new(
            "Eleven weeks, two upsets and one very long bus ride: how this year’s finalists got to Memorial Stadium.",
        ),
        category: REVIEWS,
        access: VodMedia,
        days: 20,
        cut: Cut::of(28, 190, 48),
        cover: Cover::new(Scene::Gridiron, 0x1b5fb4, 0xb4533c),
    },
    Film {
        id: 12,
        alias: "mud-and-glory",
        title: Text::new("Lacrosse: Mud, Rain, Glory"),
        text: Text::new("The wettest spring anybody remembers, seen from cameras in plastic bags."),
        category: REVIEWS,
        access: Free,
        days: 96,
        cut: Cut::of(28, 120, 40),
        cover: Cover::new(Scene::Pitch, 0x5b6f8c, 0x7d8a94),
    },
    Film {
        id: 13,
        alias: "ten-moments",
        title: Text::in_all("Ten Schools, Ten Moments", "Dix écoles, dix moments", "Десет училища, десет мига"),
        text: Text::in_all(
            "One moment from each school that nobody in the stands will forget. Yours is in here.",
            "Un moment de chaque école que personne dans les tribunes n’oubliera. Le vôtre y est.",
            "По един миг от всяко училище, който никой по трибуните няма да забрави. И вашият е тук.",
        ),
        category: REVIEWS,
        access: Free,
        days: 2,
        cut: Cut::of(26, 360, 48),
        cover: Cover::new(Scene::Court, 0x3b6ef5, 0x5a2d6e),
    },
    Film {
        id: 14,
        alias: "camera-three",
        title: Text::new("Camera Three"),
        text: Text::new(
            "A sophomore, a tripod and the best view in the house. One game through the viewfinder of a student crew.",
        ),
        category: STUDENTS,
        access: Free,
        days: 6,
        cut: Cut::of(26, 440, 44),
        cover: Cover::new(Scene::Gym, 0xe9b10e, 0x4b3f6b),
    },
    Film {
        id: 15,
        alias: "voice-of-the-prairie",
        title: Text::new("The Voice of the Prairie"),
        text: Text::new("She calls every Kestrel game and has never seen one live: the announcer who works by ear."),
        category: STUDENTS,
        access: Free,
        days: 41,
        cut: Cut::of(28, 30, 36),
        cover: Cover::new(Scene::Gridiron, 0xe0561b, 0x6d4a9a),
    },
    Film {
        id: 16,
        alias: "cutting-a-highlight",
        title: Text::new("Cutting a Highlight"),
        text: Text::new(
            "Where a clip should start, where it must end, and why the crowd matters more than the replay.",
        ),
        category: STUDENTS,
        access: VodMedia,
        days: 77,
        cut: Cut::of(26, 520, 40),
        cover: Cover::new(Scene::Track, 0x3b6ef5, 0xc96f5a),
    },
];
