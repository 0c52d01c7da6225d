/** The settings of a channel. */
export const settings = {
  'settings.title': 'Settings',
  'settings.notForRole': 'You do not have access',
  'settings.notForRoleText': 'Only owners and editors can change the settings of a channel.',
  'embedding.title': 'Player on other sites',
  'embedding.text':
    'The sites listed here can show this channel’s player in their own pages. Browsers block it on every other site. Access rules still apply: a game that needs a login or a pass needs it there too.',
  'embedding.hosts': 'Sites',
  'embedding.hint':
    'One site per line, for example club.example. A star covers all subdomains: *.club.example allows www.club.example, but not club.example itself. Sites must use https. Add another port after the name, as in club.example:8443.',
  'embedding.save': 'Save sites',
  'embedding.saved': 'Sites saved.',
  'embedding.failed': 'The sites could not be saved. Please try again.',
  'embedding.error': 'The sites could not be loaded.',
  'embedding.code': 'Code for a site',
  'embedding.codeText': 'Choose a game, then paste this code into the page where the player should appear.',
  'embedding.find': 'Find by name',
  'embedding.game': 'Game',
  'embedding.noGames': 'No game with this name.',
  'embedding.gamesError': 'The games could not be loaded.',
  'embedding.html': 'HTML code',
  'embedding.copy': 'Copy code',
  'embedding.copied': 'Code copied.',
  'embedding.copyFailed': 'Your browser does not allow copying. Select the code and copy it yourself.',
} as const;
