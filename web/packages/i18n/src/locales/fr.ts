import type { Catalogue } from '../catalogue.ts';

export const fr: Catalogue = {
  'boot.technicalDifficulties': 'Toutes nos excuses, nous rencontrons des difficultés techniques',
  'boot.technicalDifficultiesHint': 'Nous y travaillons. La page reviendra d’elle-même dès que possible.',
  'boot.reload': 'Recharger',
  'boot.reloadIn': 'Recharger dans {seconds, plural, one {# seconde} other {# secondes}}',

  'error.generic': 'Une erreur est survenue. Veuillez réessayer ou contacter l’assistance technique',
  'error.offline': 'Vous êtes hors ligne. La lecture reprendra avec la connexion.',
  'error.tooMany': 'Trop de demandes. Veuillez patienter un instant.',
  'error.chunk': 'Cet écran ne s’est pas chargé. Vérifiez votre connexion et réessayez.',

  'notFound.title': 'Match introuvable',
  'notFound.text':
    'Le match ou la page que vous cherchez n’est pas ici. Le lien est peut-être ancien, ou l’adresse contient une faute de frappe.',
  'notFound.home': 'Aller à l’accueil',

  'ui.close': 'Fermer',
  'ui.dismiss': 'Ignorer',
  'ui.notifications': 'Notifications',
  'ui.retry': 'Réessayer',

  'motion.pause': 'Arrêter le défilement',
  'motion.resume': 'Reprendre le défilement',

  'shell.skip': 'Aller au contenu',
  'shell.menu': 'Menu',
  'shell.language': 'Langue',

  'nav.main': 'Navigation principale',
  'nav.footer': 'Pied de page',
  'nav.home': 'Accueil',
  'nav.schools': 'Établissements',
  'nav.teams': 'Équipes',
  'nav.faq': 'FAQ',

  'cookies.title': 'Cookies',
  'cookies.text':
    'Nous enregistrons ce qui est nécessaire au fonctionnement de la page. Pouvons-nous aussi enregistrer ce qui nous aide à l’améliorer ?',
  'cookies.accept': 'Accepter',
  'cookies.decline': 'Refuser',

  'hero.label': 'À la une',
  'hero.position': '{number} sur {count} : {title}',
  'hero.show': 'Afficher la diapositive {number}',
  'hero.previous': 'Diapositive précédente',
  'hero.next': 'Diapositive suivante',
  'hero.nextGame': 'Prochain match : {title}. {facts}',
  'hero.lastGame': 'Dernier match : {title}. {facts}',
  'hero.noGames': 'Aucun match n’est encore annoncé.',

  'rail.previous': '{title} : précédents',
  'rail.next': '{title} : suivants',

  'filter.label': 'Filtre',
  'filter.clear': 'Voir tous les matchs',
  'filter.schools': 'Choisir un établissement',
  'filter.teams': 'Équipes de {school}',
  'filter.allTeams': 'Toutes les équipes',
  'filter.unknown': 'Nous ne connaissons pas « {name} »',
  'filter.unknownText':
    'L’établissement ou l’équipe a peut-être changé de nom. Choisissez-en un ci-dessus ou parcourez tous les matchs.',

  'home.live': 'En direct',
  'home.upcoming': 'Bientôt',
  'home.finished': 'Derniers matchs en intégralité',
  'home.empty': 'Aucun match pour l’instant',
  'home.error': 'Impossible de charger les matchs.',
  'home.title': 'Accueil',
  'home.emptyText': 'Les nouveaux matchs apparaissent ici dès leur annonce. Revenez bientôt.',
  'home.emptyFiltered': 'Rien n’est annoncé pour ce choix. Les autres équipes jouent.',
  'home.noLive': 'Aucun match en direct en ce moment',
  'home.noLiveText': 'Les matchs en intégralité sont plus bas.',
  'home.nextGame': 'À suivre : {title}, {time}',
  'home.noUpcoming': 'Aucun match n’est encore programmé',
  'home.noUpcomingText': 'En attendant, revoyez les derniers matchs.',
  'home.noFinished': 'Aucun match en intégralité pour l’instant',
  'home.noFinishedText': 'Ils apparaissent ici après le coup de sifflet final.',

  'state.live': 'Direct',
  'state.upcoming': 'À venir',
  'state.finished': 'Terminé',

  'access.free': 'Gratuit',
  'access.register': 'Compte gratuit',
  'access.paid': 'Avec un pass',
  'access.ppv': 'À la carte',
  'access.included': 'Inclus',
  'access.freeSentence': 'Gratuit pour tous.',
  'access.registerSentence': 'Gratuit avec un compte.',
  'access.paidSentence': 'Un pass est nécessaire pour regarder ce match.',
  'access.ppvSentence': 'Ce match est vendu à l’unité.',
  'access.includedSentence': 'Inclus dans votre offre.',

  'card.score': 'Score',
  'card.duration': 'Durée',

  'time.yours': '{time} à votre heure',

  'event.details': 'Détails du match',
  'event.watchLive': 'Regarder',
  'event.watchAgain': 'Voir le match entier',

  'watch.title': 'Regarder',
  'watch.error': 'Impossible de charger ce match.',
  'watch.startsIn': 'Début dans',
  'watch.days': '{count, plural, one {jour} other {jours}}',
  'watch.hours': '{count, plural, one {heure} other {heures}}',
  'watch.minutes': '{count, plural, one {minute} other {minutes}}',
  'watch.seconds': '{count, plural, one {seconde} other {secondes}}',
  'watch.aboutToStart': 'Le match va commencer.',
  'watch.noVideo': 'La vidéo de ce match n’est pas encore disponible.',
  'watch.when': 'Quand',
  'watch.yourTime': 'À votre heure',
  'watch.where': 'Où',
  'watch.sport': 'Sport',
  'watch.access': 'Accès',
  'watch.teams': 'Équipes',
  'watch.away': 'Extérieur',
  'watch.home': 'Domicile',
  'watch.related': 'Autres matchs',

  'faq.title': 'FAQ',
  'faq.heading': 'Questions fréquentes',
  'faq.empty': 'Pas encore de questions',
  'faq.emptyText': 'Les réponses aux questions courantes apparaîtront ici.',

  'page.error': 'Impossible de charger cette page.',

  'price.perMonth': '{price} / mois',
  'price.perYear': '{price} / an',
};
