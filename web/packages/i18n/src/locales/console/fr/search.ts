import type { Says } from '../says.ts';
import type { search as english } from '../en/search.ts';

export const search: Says<typeof english> = {
  'search.title': 'Rechercher partout',
  'search.label': 'Rechercher dans la chaîne',
  'search.placeholder': 'Match, page, commande, adresse ou lien',
  'search.hint':
    'Saisissez un nom, un numéro de commande ou une adresse e-mail, ou collez un lien de la chaîne. > ne trouve que des écrans.',
  'search.recent': 'Ouverts récemment',
  'search.screens': 'Écrans',
  'search.actions': 'Actions',
  'search.games': 'Matchs',
  'search.newPage': 'Nouvelle page',
  'search.newSlide': 'Nouvelle diapositive',
  'search.newQuestion': 'Nouvelle question',
  'search.newForm': 'Nouveau formulaire',
  'search.searching': 'Recherche…',
  'search.none': 'Aucun résultat. Essayez avec moins de lettres.',
  'search.failed': 'La recherche a échoué. Vérifiez votre connexion.',
  'keys.title': 'Clavier',
  'keys.single': 'Utiliser de simples lettres comme raccourcis',
  'keys.singleText':
    'Désactivez cette option si un programme de dictée ou de saisie les déclenche par erreur. Ctrl K reste actif.',
};
