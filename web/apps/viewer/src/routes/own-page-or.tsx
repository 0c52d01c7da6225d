import type { ParsedLocation } from '@tanstack/react-router';
import type { RouterContext } from '../channel/router-context.ts';
import { useAddressedPage } from '../features/pages/own-page.ts';
import type { LazyScreen } from '../loading/lazy-screen.tsx';
import { findPage } from '../navigation/find-page.ts';

interface Opening {
  readonly context: RouterContext;
  readonly location: ParsedLocation;
}

/** Options of a route: the channel's page where its operator wrote one for this address, else the built-in screen. */
export function ownPageOr(BuiltIn: LazyScreen, Own: LazyScreen) {
  return {
    beforeLoad: ({ location }: Opening) => ({ address: location.pathname }),
    loader: ({ context, location }: Opening) =>
      (findPage(context.boot.bootstrap.pages, location.pathname) ? Own : BuiltIn).preload(),
    component: function EitherScreen() {
      const Screen = useAddressedPage() ? Own : BuiltIn;
      return <Screen />;
    },
  };
}
