import type { Says } from '../says.ts';
import type { login as english } from '../en/login.ts';

export const login: Says<typeof english> = {
  'console.login.heading': 'Connexion à la console',
  'console.login.text': 'Pour celles et ceux qui gèrent une chaîne.',
  'console.login.email': 'E-mail',
  'console.login.password': 'Mot de passe',
  'console.login.showPassword': 'Afficher le mot de passe',
  'console.login.submit': 'Se connecter',
  'console.login.wrong': 'E-mail ou mot de passe incorrect.',
  'console.login.wait': 'Trop de tentatives. Réessayez dans {seconds, plural, one {# seconde} other {# secondes}}.',
  'console.login.expired': 'La connexion a pris trop de temps. Saisissez à nouveau votre mot de passe.',
  'console.login.passkey': 'Utiliser une clé d’accès',
  'console.login.passkeyRefused': 'La clé d’accès n’a pas été acceptée.',
  'console.login.passkeyFailed': 'La clé d’accès n’a pas pu être utilisée. Veuillez réessayer.',
  'console.login.second': 'Deuxième étape',
  'console.login.code': 'Code',
  'console.login.codeText': 'Saisissez les six chiffres affichés par votre application d’authentification.',
  'console.login.passkeyText': 'Confirmez avec votre clé d’accès que c’est bien vous.',
  'console.login.recoveryCode': 'Code de secours',
  'console.login.recoveryText': 'Saisissez un de vos codes de secours. Chacun ne sert qu’une fois.',
  'console.login.elsewhere':
    'Votre clé d’accès appartient à une autre adresse de la console. Connectez-vous là-bas, ou demandez à la personne qui gère le serveur de réinitialiser votre connexion.',
  'console.login.wrongCode': 'Le code est incorrect ou a déjà été utilisé.',
  'console.login.useRecovery': 'Utiliser un code de secours',
  'console.login.noRecovery': 'Ne pas utiliser de code de secours',
  'console.login.back': 'Revenir au mot de passe',
};
