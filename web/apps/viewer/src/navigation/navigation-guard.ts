import { type AnyRouter, redirect } from '@tanstack/react-router';
import { rememberedPages } from './last-page.ts';
import { detour } from './navigation-rules.ts';
import { useSession } from '../session/session.ts';

const detourTo = (to: string): string | null => {
  const { here, last, previous } = rememberedPages();
  return detour({ user: useSession.getState().user, to, from: here, seen: [last, previous] });
};

/** Asked before every move, those of the back button included. */
export function guardMove({ location }: { readonly location: { readonly href: string } }): void {
  const href = detourTo(location.href);
  if (href !== null) throw redirect({ href, replace: true });
}

/** The rules hold for the open page as well: another tab, or the server, may log a member in or out. */
export function guardOpenPage(router: Pick<AnyRouter, 'latestLocation' | 'navigate'>): () => void {
  return useSession.subscribe(({ user }, { user: before }) => {
    if (user === before) return;
    // A screen that changed the session itself leads on by itself, and has done so by then.
    setTimeout(() => {
      const href = detourTo(router.latestLocation.href);
      if (href !== null) void router.navigate({ href, replace: true });
    });
  });
}
