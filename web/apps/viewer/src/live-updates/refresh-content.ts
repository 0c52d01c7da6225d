import { type Boot, type Bootstrap, fetchContent, fetchPageSince, type Page } from '@touchline/api';
import { currentTranslator } from '@touchline/i18n';
import { type Query, replaceEqualDeep } from '@tanstack/react-query';
import { replaceBoot, type Router } from '../channel/replace-boot.ts';
import { showIcon } from '../channel/show-icon.ts';
import { chosenLocale } from '../localisation/chosen-locale.ts';
import { setDocumentLocale } from '../localisation/set-document-locale.ts';
import { queryClient } from '../queries/query-client.ts';

/**
 * Shows the channel's content at this version or a newer one, and says at which. All of it is fetched before any of it is
 * shown, so that the page changes at once. What has not changed stays the very same object, so that nothing else moves.
 */
export async function refreshContent(router: Router, version: number, signal: AbortSignal): Promise<number> {
  const { connection, boot } = router.options.context;
  const content = await fetchContent(connection, version, signal);
  if (content.bootstrap.settings.is_paused) {
    // The server has a page that says so, or one with the account alone.
    location.reload();
    return content.bootstrap.content_version;
  }
  const pages = await Promise.all(
    openPages(content.bootstrap).map(
      async ([alias, query]) => [query, await fetchPageSince(connection, alias, version, signal)] as const,
    ),
  );
  // What the page came with of its own address may be older.
  const next: Boot = { ...replaceEqualDeep(boot, { ...boot, ...content }), page: null, vodItem: null };
  const [before, after] = [boot.bootstrap, next.bootstrap];
  const theme = after.color_settings === before.color_settings ? null : await import('../channel/colour-page.ts');
  await setDocumentLocale(localeAfter(before, after, connection.stored.get('language')));
  signal.throwIfAborted();
  theme?.colourPage(after.color_settings);
  if (after.settings.icon_version !== before.settings.icon_version) showIcon(after.settings.icon_version);
  replaceBoot(router, next);
  showPages(pages);
  // Whatever names teams, sports or passes may be old as well: screens ask again for what they show.
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'page' });
  return after.content_version;
}

/** The pages on the screen that the channel still has; the screen of one that is gone leads away by itself. */
function openPages({ pages }: Bootstrap): readonly (readonly [string, Query])[] {
  const open = queryClient.getQueryCache().findAll({ queryKey: ['page'], type: 'active' });
  return open.flatMap((query) => {
    const page = pages.find(({ alt_name }) => alt_name === query.queryKey[1]);
    return page ? [[page.alt_name, query] as const] : [];
  });
}

/** Pages that are not on the screen are asked for again when they are opened. */
function showPages(pages: readonly (readonly [Query, Page])[]): void {
  void queryClient.invalidateQueries({ queryKey: ['page'], refetchType: 'none' });
  for (const [query, page] of pages) {
    // An answer that was asked for before would bring the old text back.
    void query.cancel({ silent: true });
    query.setData(page);
  }
}

/** The language of the page; the visitor's own choice stays for as long as the channel offers one. */
function localeAfter(before: Bootstrap, after: Bootstrap, stored: string | null) {
  const { locale } = currentTranslator();
  return chosenLocale(after.settings, locale === before.settings.language ? stored : locale);
}
