import { type Boot, type Connection, createConnection, type Events, type PageData, startUp } from '@touchline/api';
import { currentTranslator, DEFAULT_LOCALE, isLocale } from '@touchline/i18n';
import { type ColorSettings, DEFAULT_SETTINGS } from '@touchline/theme';
import { RouterProvider } from '@tanstack/react-router';
import type { Root } from 'react-dom/client';
import { ReloadScreen } from '../shell/reload-screen.tsx';
import type { ChannelSettings } from './channel-settings.ts';
import { chosenLocale } from '../localisation/chosen-locale.ts';
import { followSession } from '../session/follow-session.ts';
import { listenToApi } from './listen-to-api.ts';
import { guardOpenPage } from '../navigation/navigation-guard.ts';
import { makeRouter } from './router.tsx';
import { useSession } from '../session/session.ts';
import { setDocumentLocale } from '../localisation/set-document-locale.ts';
import { dismissSplash } from './splash.ts';
import { keepTracking } from './tracking.ts';

/** Trouble that no recovery is reported for is looked into this often. */
const RETRY_MS = 15_000;

/** From an empty page to the first screen: start-up data, colours, language, route, and off with the splash. */
export async function start(page: PageData, root: Root): Promise<void> {
  const file = page.bootstrap ? null : await channelSettings();
  const apiOrigin = file?.apiOrigin ?? location.origin;
  const connection = createConnection({ apiOrigin, keysOrigin: file?.keysOrigin ?? apiOrigin });
  keepTracking(connection.stored, location.search);
  let isPaused = false;
  listenToApi(connection.events, () => isPaused);
  const boot = await bootOrWait(connection, page, { root, colours: file?.colours ?? DEFAULT_SETTINGS });
  isPaused = boot.bootstrap.settings.is_paused;
  await ensureColours(boot.bootstrap.color_settings);
  useSession.getState().setUser(boot.profile);
  followSession(connection);
  const locale = chosenLocale(boot.bootstrap.settings, connection.stored.get('language'));
  await setDocumentLocale(locale);

  const router = makeRouter({ connection, boot });
  guardOpenPage(router);
  await router.load();
  root.render(<RouterProvider router={router} />);
  dismissSplash(document.getElementById('splash'));
}

/** The settings file, for a page that carries no data: colours and language come from it before any api call. */
async function channelSettings(): Promise<ChannelSettings | null> {
  const alias = document.querySelector<HTMLMetaElement>('meta[name="channel"]')?.content;
  if (!alias) return null;
  const settings = await import('./channel-settings.ts').then(
    ({ readChannelSettings }) => readChannelSettings(alias),
    () => null,
  );
  if (settings?.colours) await ensureColours(settings.colours);
  if (settings?.language) await setDocumentLocale(settings.language);
  return settings;
}

/** Tries again whenever a failed address recovers, and now and then in any case. */
async function bootLater(connection: Connection, page: PageData): Promise<Boot> {
  for (;;) {
    await recovery(connection.events);
    try {
      return await startUp(connection, page);
    } catch {
      // Still down: the screen stays.
    }
  }
}

function recovery(events: Events): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      end();
      clearTimeout(timer);
      resolve();
    };
    const end = events.on('api-key-recovered', done);
    const timer = setTimeout(done, RETRY_MS);
  });
}

/** Where the technical-difficulties screen goes, and its colours. */
interface StandIn {
  readonly root: Root;
  readonly colours: ColorSettings;
}

/** The start-up data; while it cannot be had, the technical-difficulties screen stands in and we keep asking. */
async function bootOrWait(connection: Connection, page: PageData, { root, colours }: StandIn): Promise<Boot> {
  try {
    return await startUp(connection, page);
  } catch {
    await ensureColours(colours);
    const { lang } = document.documentElement;
    await setDocumentLocale(isLocale(lang) ? lang : DEFAULT_LOCALE);
    document.title ||= currentTranslator().t('boot.technicalDifficulties');
    root.render(
      <main>
        <ReloadScreen onReload={() => location.reload()} />
      </main>,
    );
    dismissSplash(document.getElementById('splash'));
    return bootLater(connection, page);
  }
}

/** Colours the page, unless the server has done so; then the theme engine need not even load. */
async function ensureColours(colours: ColorSettings): Promise<void> {
  if (document.getElementById('theme')) return;
  try {
    const { colourPage } = await import('../channel/colour-page.ts');
    colourPage(colours);
  } catch {
    // The style sheet's own few colours have to do.
  }
}
