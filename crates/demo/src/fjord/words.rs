//! The channel's words: passes, slides, menu, pages, questions, blocks.

use domain::account::Capability;
use domain::content::{FaqEntry, MenuLink, MenuPlace, Page, SlidableType, Slide, StaticBlock};
use domain::ids::{CategoryId, PassId};
use domain::money::Cents;
use domain::participant::Gender;
use domain::pass::{Pass, PassKind, PassType, Period};

use super::LEAGUE;
use super::games::FEATURED;
use super::schools::{CROSS_COUNTRY, HANDBALL, HAUTE_FUTAIE, SPORTS, VAL_BRULE};

pub(crate) fn passes() -> Vec<Pass> {
    let pass = |id: i64, kind: PassKind, name: &str, base: i64, fee: i64, period: Period| Pass {
        id: PassId(LEAGUE.id(id)),
        kind,
        name: name.into(),
        price: Cents(base + fee),
        base_price: Cents(base),
        service_fee: Cents(fee),
        image: Some(LEAGUE.picture("laissez-passer")),
        offer: if period == Period::Annual { "annual" } else { "monthly" }.into(),
        period,
        trial_days: None,
        pass_type: PassType::Regular,
        is_team_pass: false,
        categories: SPORTS.iter().map(|sport| CategoryId(LEAGUE.id(sport.id))).collect(),
        category_id: None,
        weight: i32::try_from(id).unwrap_or_default(),
        capabilities: vec![Capability::Watch, Capability::Clipping, Capability::DownloadClip],
        max_clips: Some(50),
        max_downloads: Some(20),
    };
    vec![
        Pass {
            capabilities: Capability::ALL.to_vec(),
            max_clips: None,
            max_downloads: None,
            ..pass(1, PassKind::Package, "Laissez-passer saison", 5599, 400, Period::Annual)
        },
        Pass { is_team_pass: true, ..pass(2, PassKind::Package, "Laissez-passer équipe", 1899, 100, Period::Annual) },
        Pass {
            trial_days: Some(14),
            ..pass(3, PassKind::Subscription, "Abonnement mensuel", 749, 50, Period::Monthly)
        },
    ]
}

pub(crate) fn slides() -> Vec<Slide> {
    vec![
        Slide {
            event_id: Some(LEAGUE.id(FEATURED)),
            ..LEAGUE.slide(
                1,
                "Le derby du fleuve",
                "Les Hérons remontent le courant jusqu’à l’Aréna du Quai-Neuf. Match gratuit, en direct.",
                "place-arena-du-quai-neuf",
            )
        },
        Slide {
            link_url: Some("/billets".into()),
            link_text: Some("Voir les laissez-passer".into()),
            ..LEAGUE.slide(
                2,
                "Toute la saison chez vous",
                "Cinq sports, six écoles, tous les matchs en direct et en reprise.",
                "laissez-passer",
            )
        },
        Slide {
            link_url: Some("/about".into()),
            link_text: Some("Découvrir la ligue".into()),
            ..LEAGUE.slide(
                3,
                "Une ligue à taille humaine",
                "Des élèves filment, commentent et racontent les matchs de leurs camarades.",
                "place-sentier-des-cretes",
            )
        },
        Slide {
            slidable_type: Some(SlidableType::Category),
            slidable_id: Some(LEAGUE.id(CROSS_COUNTRY)),
            ..LEAGUE.slide(
                4,
                "Les Crêtes, à l’aube",
                "Six kilomètres, quatre cents mètres de montée, une seule ligne d’arrivée.",
                "sport-cross-country",
            )
        },
        Slide {
            slidable_type: Some(SlidableType::Group),
            slidable_id: Some(LEAGUE.id(HAUTE_FUTAIE)),
            ..LEAGUE.slide(
                5,
                "La forêt fait du bruit",
                "Au Stade de la Haute-Futaie, on entend les tambours avant de voir les tribunes.",
                "place-stade-de-la-haute-futaie",
            )
        },
        Slide {
            slidable_type: Some(SlidableType::Participant),
            slidable_id: Some(LEAGUE.team_id(VAL_BRULE, HANDBALL, Some(Gender::Women))),
            ..LEAGUE.slide(
                6,
                "Les Soleils, à domicile",
                "Douze matchs sans défaite au palais des sports. Le treizième se joue devant vous.",
                "place-palais-des-sports",
            )
        },
    ]
}

pub(crate) fn links() -> Vec<MenuLink> {
    use MenuPlace::{Footer, Header};
    LEAGUE.links(&[
        ("Billets", "/billets", Header),
        ("La ligue", "/about", Header),
        ("La ligue", "/about", Footer),
        ("Billets", "/billets", Footer),
        ("Aide", "/faq", Footer),
        ("Confidentialité", "/privacy_policy", Footer),
        ("Conditions", "/terms_conditions", Footer),
        ("Accessibilité", "/accessibilite", Footer),
    ])
}

pub(crate) fn pages() -> Vec<Page> {
    LEAGUE.pages(&[
        ("/about", "La ligue", include_str!("pages/about.html")),
        ("/billets", "Billets et laissez-passer", include_str!("pages/billets.html")),
        ("/privacy_policy", "Confidentialité", include_str!("pages/privacy_policy.html")),
        ("/terms_conditions", "Conditions d’utilisation", include_str!("pages/terms_conditions.html")),
        ("/accessibilite", "Accessibilité", include_str!("pages/accessibilite.html")),
    ])
}

pub(crate) fn static_blocks() -> Vec<StaticBlock> {
    LEAGUE.static_blocks(&[
        (
            "home",
            "<p><strong>Première visite&nbsp;?</strong> Les matchs gratuits se regardent tout de suite, sans compte. <a href=\"/billets\" rel=\"noopener noreferrer\">Voir ce qu’ajoute un laissez-passer</a>.</p>",
        ),
        (
            "games",
            "<p>Les heures sont les vôtres. Un match manqué&nbsp;? La reprise est là <a href=\"/faq\" rel=\"noopener noreferrer\">quelques minutes après la fin</a>.</p>",
        ),
        (
            "vod",
            "<p>Des films tournés par les élèves. Le cadenas s’ouvre avec le <a href=\"/billets\" rel=\"noopener noreferrer\">laissez-passer saison</a>.</p>",
        ),
        (
            "contacts",
            "<h2>Ligue du Grand Fjord</h2><p>3, rue du Quai-Neuf, Saint-Élie-des-Rapides (Québec)</p><p>Courriel&nbsp;: <a href=\"mailto:aide@grandfjord.example\" rel=\"noopener noreferrer\">aide@grandfjord.example</a></p><p>Du lundi au vendredi, de 9&nbsp;h à 17&nbsp;h, et pendant les matchs.</p>",
        ),
        ("footer", "<p>La Ligue du Grand Fjord réunit six écoles du Québec et de l’Acadie. La moitié de chaque vente leur revient.</p>"),
    ])
}

pub(crate) fn faq() -> Vec<FaqEntry> {
    LEAGUE.faq(&QUESTIONS)
}

const QUESTIONS: [(&str, &str); 8] = [
    (
        "J’ai acheté un laissez-passer, mais le match reste verrouillé. Que faire\u{a0}?",
        "<p>Vérifiez que vous êtes connecté avec l’adresse qui a reçu le reçu. Si le laissez-passer n’apparaît pas dans votre profil, déconnectez-vous puis reconnectez-vous. Sinon, écrivez à <a href=\"mailto:aide@grandfjord.example\" rel=\"noopener noreferrer\">aide@grandfjord.example</a>.</p>",
    ),
    (
        "L’image saccade. Comment l’améliorer\u{a0}?",
        "<p>Choisissez une qualité plus basse dans les réglages du lecteur, rapprochez-vous du routeur ou branchez un câble. Si d’autres matchs passent bien, le problème vient sans doute de l’aréna&nbsp;: nous y travaillons déjà.</p>",
    ),
    (
        "Sur quels appareils puis-je regarder\u{a0}?",
        "<p>Sur tout téléphone, tablette ou ordinateur muni d’un navigateur récent, et sur un téléviseur par diffusion depuis le lecteur.</p>",
    ),
    (
        "À quelle heure locale les matchs sont-ils affichés\u{a0}?",
        "<p>À la vôtre. La fiche du match indique aussi le fuseau du lieu où il se joue&nbsp;: une heure sépare le Québec de l’Acadie.</p>",
    ),
    (
        "Puis-je revoir un match terminé\u{a0}?",
        "<p>Oui, quelques minutes après la fin, et aussi longtemps que dure votre laissez-passer.</p>",
    ),
    (
        "Comment créer un extrait\u{a0}?",
        "<p>Sous le lecteur, choisissez Extrait, déplacez les deux bornes, donnez un nom et enregistrez. Vos extraits vous attendent dans votre profil.</p>",
    ),
    (
        "Comment résilier mon abonnement\u{a0}?",
        "<p>Dans votre profil, sous vos commandes. L’accès continue jusqu’à la fin de la période payée.</p>",
    ),
    (
        "Puis-je être remboursé\u{a0}?",
        "<p>Oui, si un match acheté n’a pas lieu ou n’a pas pu être diffusé, et pendant 14 jours pour un laissez-passer inutilisé. Voyez les <a href=\"/terms_conditions\" rel=\"noopener noreferrer\">conditions</a>.</p>",
    ),
];
