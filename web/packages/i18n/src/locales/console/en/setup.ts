/** The set-up of a server, and new channels. */
export const setup = {
  'setup.title': 'Set up this server',
  'setup.text': 'Nobody runs this server yet. Create your login; you then create your first channel.',
  'setup.noLink':
    'Open the set-up link that the server printed when it started. It is also in the file setup-link in its data folder.',
  'setup.used': 'This server is set up already. A set-up link works once.',
  'setup.toLogin': 'Go to the login',
  'setup.name': 'Your name',
  'setup.passwordHint': 'At least 8 characters.',
  'setup.submit': 'Create login',
  'setup.waiting':
    'Nobody runs this server yet. Open the set-up link that it printed when it started; it is also in the file setup-link in its data folder.',
  'channels.new': 'Create a channel',
  'channels.newText': 'A channel is a site of its own, with its own games, members and look.',
  'channels.name': 'Name',
  'channels.alias': 'Address in the console',
  'channels.aliasHint': 'Lower-case letters, digits and hyphens.',
  'channels.host': 'Host name',
  'channels.hostHint':
    'What visitors open in the browser, such as tv.school.example. Its DNS entry must lead to this server.',
  'channels.language': 'Language',
  'channels.currency': 'Currency',
  'channels.create': 'Create channel',
  'channels.created': 'Channel created',
} as const;
