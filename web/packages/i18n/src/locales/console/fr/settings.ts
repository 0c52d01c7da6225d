import type { Says } from '../says.ts';
import type { settings as english } from '../en/settings.ts';

export const settings: Says<typeof english> = {
  'settings.title': 'Réglages',
  'settings.notForRole': 'Vous n’avez pas accès',
  'settings.notForRoleText': 'Seuls les propriétaires et la rédaction peuvent modifier les réglages d’une chaîne.',
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
};
