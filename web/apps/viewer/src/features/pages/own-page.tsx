import type { PageLink } from '@touchline/api';
import { type ParsedLocation, useRouteContext } from '@tanstack/react-router';
import type { RouterContext } from '../../channel/router-context.ts';
import { findPage } from '../../navigation/find-page.ts';
import type { LazyScreen } from '../../loading/lazy-screen.tsx';

/** The page of the channel that this address opens, if it opens one. */
function useAddressedPage(): PageLink | undefined {
  return useRouteContext({ strict: false, select: ({ page }) => page });
}

/** The same, for the screen that shows it. */
export function useOwnPage(): PageLink {
  const page = useAddressedPage();
  if (!page) throw new Error('this address opens no page of the channel');
  return page;
}

interface Opening {
  readonly context: RouterContext;
  readonly location: ParsedLocation;
}

/** Options of a route: the channel's page where its operator wrote one for this address, else the built-in screen. */
export function ownPageOr(BuiltIn: LazyScreen, Own: LazyScreen) {
  return {
    beforeLoad: ({ context, location }: Opening) => ({
      page: findPage(context.boot.bootstrap.pages, location.pathname),
    }),
    loader: ({ context }: { readonly context: { readonly page: PageLink | undefined } }) =>
      (context.page ? Own : BuiltIn).preload(),
    component: function EitherScreen() {
      const Screen = useAddressedPage() ? Own : BuiltIn;
      return <Screen />;
    },
  };
}
