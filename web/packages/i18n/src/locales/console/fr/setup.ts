import type { Says } from '../says.ts';
import type { setup as english } from '../en/setup.ts';

export const setup: Says<typeof english> = {
  'setup.title': 'Configurer ce serveur',
  'setup.text': 'Personne ne gère encore ce serveur. Créez votre compte ; vous créerez ensuite votre première chaîne.',
  'setup.noLink':
    'Ouvrez le lien de configuration affiché au démarrage du serveur. Il se trouve aussi dans le fichier setup-link de son dossier de données.',
  'setup.used': 'Ce serveur est déjà configuré. Un lien de configuration ne sert qu’une fois.',
  'setup.toLogin': 'Aller à la connexion',
  'setup.name': 'Votre nom',
  'setup.passwordHint': 'Au moins 8 caractères.',
  'setup.submit': 'Créer le compte',
  'setup.waiting':
    'Personne ne gère encore ce serveur. Ouvrez le lien de configuration affiché à son démarrage ; il se trouve aussi dans le fichier setup-link de son dossier de données.',
  'channels.new': 'Créer une chaîne',
  'channels.newText': 'Une chaîne est un site à part, avec ses matchs, ses membres et son apparence.',
  'channels.name': 'Nom',
  'channels.alias': 'Adresse dans la console',
  'channels.aliasHint': 'Minuscules, chiffres et traits d’union.',
  'channels.host': 'Nom d’hôte',
  'channels.hostHint':
    'Ce que les visiteurs ouvrent dans leur navigateur, par exemple tv.ecole.example. Son entrée DNS doit mener à ce serveur.',
  'channels.language': 'Langue',
  'channels.currency': 'Devise',
  'channels.create': 'Créer la chaîne',
  'channels.created': 'Chaîne créée',
};
