import type { Says } from '../says.ts';
import type { clips as english } from '../en/clips.ts';

export const clips: Says<typeof english> = {
  'fanClips.title': 'Extraits',
  'fanClips.text':
    'Les extraits que les spectateurs ont créés à partir des matchs, du plus récent au plus ancien. Un extrait retiré disparaît immédiatement, et votre nom est consigné.',
  'fanClips.notForRole': 'Vous n’avez pas accès',
  'fanClips.notForRoleText': 'Seuls les propriétaires, la rédaction et l’assistance gèrent les extraits d’une chaîne.',
  'fanClips.more': 'En voir plus',
  'fanClips.empty': 'Pas encore d’extrait',
  'fanClips.emptyText': 'Les extraits que les spectateurs créent à partir des matchs de la chaîne apparaissent ici.',
  'fanClips.error': 'Les extraits n’ont pas pu être chargés.',
  'fanClips.gone': 'Le match n’existe plus',
  'fanClips.linkOnly': 'Avec le lien seulement',
  'fanClips.accessOnly': 'Avec un accès au match seulement',
  'fanClips.hidden': 'Masqué après un remboursement',
  'fanClips.facts': '{seconds} s · {views, plural, one {# vue} other {# vues}}',
  'fanClips.of': 'Compte {account}',
  'fanClips.takeDown': 'Retirer',
  'fanClips.takeDownOf': 'Retirer {name}',
  'fanClips.ask': '{count, plural, one {Retirer cet extrait ?} other {Retirer # extraits ?}}',
  'fanClips.askText':
    '{count, plural, one {Son lien, sa page et ses fichiers} other {Leurs liens, pages et fichiers}} cessent immédiatement de fonctionner. C’est irréversible.',
  'fanClips.keep': 'Le garder',
  'fanClips.done': '{count, plural, one {Extrait retiré.} other {# extraits retirés.}}',
  'fanClips.failed': 'L’extrait n’a pas pu être retiré. Veuillez réessayer.',
  'fanClips.showAll': 'Voir tous les extraits',
  'fanClips.nothing': 'Cet extrait n’existe plus',
  'fanClips.nothingText': 'Il a été retiré, ou son auteur l’a supprimé.',
  'fanClips.takeDownCount': '{count, plural, one {Retirer # extrait} other {Retirer # extraits}}',
};
