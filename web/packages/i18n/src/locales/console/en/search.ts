/** The search over everything, and the console's keys. */
export const search = {
  'search.title': 'Find anything',
  'search.label': 'Search the channel',
  'search.placeholder': 'Game, page, order, address or link',
  'search.hint':
    'Type a name, an order’s number, a mail address, or paste a link of the channel. > finds screens alone.',
  'search.recent': 'Opened lately',
  'search.screens': 'Screens',
  'search.actions': 'Actions',
  'search.games': 'Games',
  'search.newPage': 'New page',
  'search.newSlide': 'New slide',
  'search.newQuestion': 'New question',
  'search.newForm': 'New form',
  'search.searching': 'Searching…',
  'search.none': 'Nothing matches. Try fewer letters.',
  'search.failed': 'The search failed. Check your connection.',
  'keys.title': 'Keyboard',
  'keys.single': 'Use single letters as shortcuts',
  'keys.singleText': 'Switch this off if a voice or other input program presses them by mistake. Ctrl K stays.',
} as const;
