import type { Says } from '../says.ts';
import type { settings as english } from '../en/settings.ts';

export const settings: Says<typeof english> = {
  'settings.title': 'Réglages',
  'settings.error': 'Les réglages n’ont pas pu être chargés.',
  'settings.general': 'Général',
  'settings.name': 'Nom',
  'settings.nameHelp': 'Figure en haut de chaque page et dans les e-mails.',
  'settings.tagline': 'Slogan',
  'settings.taglineHelp': 'Une ligne sur ce que montre la chaîne. Elle peut rester vide.',
  'settings.language': 'Langue principale',
  'settings.languageHelp':
    'La langue des textes que vous écrivez. Un changement ne traduit rien : les textes restent tels quels.',
  'settings.multiLanguage': 'Plusieurs langues',
  'settings.multiLanguageHelp':
    'Les visiteurs choisissent l’anglais, le français ou le bulgare. Un texte sans traduction reste dans la langue principale.',
  'settings.currency': 'Devise',
  'settings.currencyHelp':
    'Les prix gardent leurs chiffres : 9,99 dollars deviennent 9,99 euros. Après la première commande, elle ne peut plus changer.',
  'settings.currencyFixed': 'Ne peut plus être changée, car la chaîne a des commandes dans cette devise.',
  'settings.where': 'Où regarder la chaîne',
  'settings.watchedIn': 'Pays',
  'settings.watchedInHelp':
    'Les matchs qui ont leur propre règle suivent celle-ci. Si le pays d’un visiteur est inconnu, « seulement dans » le bloque.',
  'settings.accounts': 'Comptes',
  'settings.registrationByMail': 'Confirmer les adresses par e-mail',
  'settings.registrationByMailHelp':
    'Un compte fonctionne une fois son adresse confirmée, et personne n’apprend quelles adresses ont un compte.',
  'settings.revealUnknownEmail': 'Dire quand une adresse est inconnue',
  'settings.revealUnknownEmailHelp':
    'La réinitialisation du mot de passe dit alors que ce compte n’existe pas. Des inconnus peuvent ainsi savoir qui en a un.',
  'settings.playback': 'Lecture et clips',
  'settings.maxStreams': 'Lectures simultanées',
  'settings.maxStreamsHelp': 'Appareils d’un même compte, de 1 à 20.',
  'settings.maxDownloads': 'Téléchargements',
  'settings.maxDownloadsHelp':
    'Matchs et clips d’un compte en 30 jours, de 0 à 10 000. Un pass peut permettre un autre nombre.',
  'settings.maxClips': 'Clips',
  'settings.maxClipsHelp': 'Clips d’un compte, de 0 à 10 000. Un pass peut permettre un autre nombre.',
  'settings.maxClipLength': 'Clip le plus long',
  'settings.maxClipLengthHelp': 'En secondes, de 5 à 600.',
  'settings.clipShare': 'Part d’un match pour un membre',
  'settings.clipShareHelp':
    'En pour cent, de 0 à 100 : ce que les clips d’un membre peuvent montrer à tous d’un match payant.',
  'settings.clipShareOfAll': 'Part d’un match pour tous les membres',
  'settings.clipShareOfAllHelp':
    'En pour cent, de 0 à 100 : la même chose pour les clips de tous les membres ensemble.',
  'settings.prerollPause': 'Pause après une annonce',
  'settings.prerollPauseHelp':
    'En secondes, de 0 à 604 800 (une semaine). Qui en a vu une jusqu’au bout n’en voit pas pendant ce temps.',
  'settings.statistics': 'Statistiques',
  'settings.googleTag': 'Balise Google',
  'settings.googleTagHelp': 'L’identifiant que Google affiche, comme G-AB12CD34. Vide : aucun.',
  'settings.analyticsKey': 'Clé d’analyse',
  'settings.analyticsKeyHelp': 'La clé que votre service d’analyse vous a donnée. Vide : aucune.',
  'embedding.title': 'Lecteur sur d’autres sites',
  'embedding.text':
    'Les sites indiqués ici peuvent afficher le lecteur de cette chaîne dans leurs propres pages. Les navigateurs le bloquent sur tout autre site. Les règles d’accès restent valables : un match qui demande une connexion ou un pass les demande là aussi.',
  'embedding.hosts': 'Sites',
  'embedding.hint':
    'Un site par ligne, par exemple club.example. Une étoile couvre tous les sous-domaines : *.club.example autorise www.club.example, mais pas club.example lui-même. Les sites doivent utiliser https. Ajoutez un autre port après le nom, comme club.example:8443.',
  'embedding.save': 'Enregistrer les sites',
  'embedding.saved': 'Sites enregistrés.',
  'embedding.failed': 'Les sites n’ont pas pu être enregistrés. Veuillez réessayer.',
  'embedding.error': 'Les sites n’ont pas pu être chargés.',
  'embedding.code': 'Code pour un site',
  'embedding.codeText': 'Choisissez un match, puis collez ce code dans la page, là où le lecteur doit apparaître.',
  'embedding.find': 'Chercher par nom',
  'embedding.game': 'Match',
  'embedding.noGames': 'Aucun match de ce nom.',
  'embedding.gamesError': 'Les matchs n’ont pas pu être chargés.',
  'embedding.html': 'Code HTML',
  'embedding.copy': 'Copier le code',
  'embedding.copied': 'Code copié.',
  'embedding.copyFailed': 'Votre navigateur n’autorise pas la copie. Sélectionnez le code et copiez-le vous-même.',
  'settings.timeZone': 'Fuseau horaire',
  'settings.timeZoneHelp':
    'Le fuseau dans lequel vous saisissez les heures ici et dans lequel les e-mails indiquent les jours. Les heures déjà fixées restent les mêmes instants.',
};
