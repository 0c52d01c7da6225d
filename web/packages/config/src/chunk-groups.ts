import type { Rolldown } from 'vite';

const VENDOR =
  /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](react-router|router-core|history|store|react-store)|zustand|use-sync-external-store)[\\/]/;
const QUERY = /node_modules[\\/]@tanstack[\\/](react-query|query-core)[\\/]/;
/** What stands among the foundations, but is of no use before the query engine or a sheet is there. */
const NOT_AT_FIRST =
  /src[\\/](session[\\/](initials|log-out|member-data)|favourites[\\/](favourite-calls|use-shown-once)|queries[\\/][a-z-]+|region[\\/]use-region)\.ts/;
/** What screens of every kind stand on. */
const FOUNDATIONS =
  'app|channel|favourites|game-filters|live-updates|loading|localisation|navigation|queries|rich-text|session';
const SHARED = new RegExp(
  String.raw`packages[\\/]|src[\\/](${FOUNDATIONS})[\\/]|(viewer|console)[\\/]src[\\/].*\.css|node_modules[\\/]lucide-react[\\/]`,
);
const LATER =
  /packages[\\/](api[\\/]src[\\/]endpoints[\\/]|i18n[\\/]src[\\/]language-names\.|ui[\\/]src[\\/](dialog|popup))|src[\\/](rich-text[\\/](frame-tables|rich-text)|navigation[\\/]return-path|loading[\\/](rows-skeleton|use-loaded))\.|node_modules[\\/]lucide-react[\\/]/;
/** What only the screens around an account share: their parts, their calls and their icons. */
const ACCOUNT_ICONS = 'eye|eye-off|key-round|mail-check|monitor|smartphone|trash|trash-2|tv';
const ACCOUNT_PARTS = new RegExp(
  [
    String.raw`src[\\/](account-forms|features[\\/]auth)[\\/]`,
    String.raw`packages[\\/]api[\\/]src[\\/]endpoints[\\/](account|auth|passkey-json)\.`,
    String.raw`lucide-react[\\/].*[\\/](${ACCOUNT_ICONS})\.m?js`,
  ].join('|'),
);
/** What the page of a game says of passes; it can do without the rest of the shop. */
const OFFERS = /src[\\/]commerce[\\/]pass-(kind|offers)\./;
/** What only the screens of the shop share. */
const SHOP_ICONS =
  'badge-check|credit-card|external-link|flask-conical|hourglass|map-pin-off|megaphone-off|popcorn|receipt-text|ticket-x';
const SHOP_PARTS = new RegExp(
  [
    String.raw`src[\\/](commerce[\\/](?!pass-(kind|offers)\.)|features[\\/]packages[\\/]pass-features\.)`,
    String.raw`packages[\\/](api[\\/]src[\\/]endpoints[\\/]commerce|i18n[\\/]src[\\/]shop)\.`,
    String.raw`lucide-react[\\/].*[\\/](${SHOP_ICONS})\.m?js`,
  ].join('|'),
);
/** What only the screens that play something share. */
const WATCH_PARTS =
  /src[\\/](live-updates[\\/]|region[\\/]region-message\.|playback[\\/](page-player|current-player)\.|features[\\/]watch[\\/]game-stage\.)|packages[\\/]player[\\/]/;
/** What only clips share, and players with them. */
const CLIP_ICONS = 'share-2|step-back|step-forward';
const CLIP_PARTS = new RegExp(
  [
    String.raw`src[\\/]features[\\/]clips[\\/](clock|range|reel|share-links|tags)\.`,
    String.raw`packages[\\/](api[\\/]src[\\/]endpoints[\\/]clips|i18n[\\/]src[\\/]clips)\.`,
    String.raw`lucide-react[\\/].*[\\/](${CLIP_ICONS})\.m?js`,
  ].join('|'),
);
const PLAYER_ICONS = 'keyboard|pause|play|scissors|volume-2|volume-x';
const PLAYER_PARTS = /packages[\\/]player[\\/]src[\\/]core[\\/](media|simulated-edge)\.|src[\\/]playback[\\/]details\./;
/** What says how the parts of a screen with a player load: one file, because each costs more than it holds. */
const WATCH_LOADERS = /src[\\/](playback[\\/]lazy-player|features[\\/]watch[\\/]lazy-parts)\./;
const PLAYER_SHARES = new RegExp(
  [
    String.raw`src[\\/](playback[\\/]current-player|react[\\/]use-player-state)\.`,
    String.raw`lucide-react[\\/].*[\\/](${PLAYER_ICONS})\.m?js`,
  ].join('|'),
);
/** What the lists of a profile and of the shop share, and nothing else does. */
const LISTS = /src[\\/](loading[\\/](rows-skeleton|use-loaded)|features[\\/]profile[\\/]section)\./;
/** Calls of forms and of the player, which most screens have not. */
const FEW = /packages[\\/]api[\\/]src[\\/]endpoints[\\/](captcha|forms|playback)\./;
/** What the screens with a form of the channel share. */
const FORM_PARTS = /packages[\\/]ui[\\/]src[\\/](channel-field|input-purpose)\./;
/** How forms say what is wrong with a field: screens without a form do without it. */
const PROBLEMS = /packages[\\/](api[\\/]src[\\/]field-problems|i18n[\\/]src[\\/]problem-text)\./;
/** Calls of the console go with the screens that make them: its text editor, which shares the rest, makes none. */
const CONSOLE_CALLS = /packages[\\/]api[\\/]src[\\/]console[\\/]/;
/** What only the console's screens of texts share. */
const TEXT_PARTS = /src[\\/](localisation[\\/]text-kinds|cookie-notice)\./;
const LOCALE = /packages[\\/]i18n[\\/]src[\\/]locales[\\/]/;
const SCREENS_SHARE = new RegExp(
  String.raw`src[\\/](${FOUNDATIONS}|art|events|motion|rail|region|time)[\\/]|packages[\\/]`,
);

/**
 * What the first page needs comes in few files: libraries, which outlive most releases in caches, our own shell, and
 * what two or more screens share; calls, dialogs and icons that home can do without are a file for later. The query engine
 * follows after the first paint. A locale keeps a chunk of its own, so that a visitor loads one language.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'vendor', test: VENDOR, priority: 20 },
  { name: 'query', test: QUERY, priority: 20 },
  { name: 'shell', test: (id: string) => SHARED.test(id) && !LOCALE.test(id), tags: ['$initial'], priority: 10 },
  { name: 'problems', test: PROBLEMS, minShareCount: 2, priority: 6 },
  {
    name: 'common',
    test: (id: string) =>
      SCREENS_SHARE.test(id) &&
      ![LOCALE, NOT_AT_FIRST, LATER, FORM_PARTS, SHOP_PARTS, CLIP_PARTS, WATCH_PARTS, CONSOLE_CALLS, TEXT_PARTS].some(
        (other) => other.test(id),
      ),
    minShareCount: 2,
    priority: 5,
  },
  // After the group above, which takes along whatever its own files need.
  {
    name: 'screens',
    test: (id: string) =>
      LATER.test(id) &&
      ![ACCOUNT_PARTS, SHOP_PARTS, CLIP_PARTS, PLAYER_SHARES, LISTS, FEW].some((other) => other.test(id)),
    minShareCount: 2,
    priority: 4,
  },
  // Without it they would join whatever screen shares them, and the player would wait for that screen's needs.
  {
    name: 'player-parts',
    test: PLAYER_PARTS,
    minShareCount: 2,
    priority: 3,
  },
  { name: 'watch-loaders', test: WATCH_LOADERS, minShareCount: 2, priority: 3 },
  { name: 'player-shares', test: PLAYER_SHARES, minShareCount: 2, priority: 3 },
  { name: 'account-parts', test: ACCOUNT_PARTS, minShareCount: 2, priority: 3 },
  { name: 'offers', test: OFFERS, minShareCount: 2, priority: 3 },
  { name: 'shop-parts', test: SHOP_PARTS, minShareCount: 2, priority: 3 },
  { name: 'clip-parts', test: CLIP_PARTS, minShareCount: 2, priority: 3 },
  { name: 'lists', test: LISTS, priority: 3 },
];
