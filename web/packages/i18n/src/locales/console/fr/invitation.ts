import type { Says } from '../says.ts';
import type { invitation as english } from '../en/invitation.ts';

export const invitation: Says<typeof english> = {
  'invitation.title': 'Invitation',
  'invitation.heading': 'Rejoignez l’équipe de {channel}',
  'invitation.by': '{name} vous invite. Votre rôle : {role}.',
  'invitation.role': 'Votre rôle : {role}.',
  'invitation.for': 'Cette invitation est destinée à {email}.',
  'invitation.name': 'Votre nom',
  'invitation.password': 'Choisissez un mot de passe',
  'invitation.passwordHint': 'Au moins 8 caractères.',
  'invitation.accept': 'Accepter l’invitation',
  'invitation.hasAccount': 'Cette adresse a déjà un compte. Connectez-vous pour accepter l’invitation.',
  'invitation.logIn': 'Se connecter',
  'invitation.otherAccount': 'Vous êtes connecté en tant que {email}. Déconnectez-vous pour accepter cette invitation.',
  'invitation.logOut': 'Se déconnecter',
  'invitation.toConsole': 'Ouvrir la console',
  'invitation.ended': 'Cette invitation n’est plus valable',
  'invitation.endedText':
    'Elle a été utilisée ou annulée, ou elle est trop ancienne. Demandez-en une nouvelle à la personne qui vous a invité.',
  'invitation.error': 'L’invitation n’a pas pu être chargée.',
  'invitation.failed': 'L’invitation n’a pas pu être acceptée. Veuillez réessayer.',
  'invitation.full': 'L’équipe est complète. Adressez-vous à la personne qui vous a invité.',
  'invitation.joined': 'Bienvenue dans l’équipe de {channel}.',
};
