import { type AnyRouter, redirect } from '@tanstack/react-router';
import type { RouterContext } from '../channel/router-context.ts';
import { rememberedPages } from './last-page.ts';
import { detour, isOpenWhilePaused } from './navigation-rules.ts';
import { useSession } from '../session/session.ts';

const isPausedIn = ({ boot }: RouterContext) => boot.bootstrap.settings.is_paused;

const detourTo = (to: string, isPaused: boolean): string | null => {
  const { here, last, previous } = rememberedPages();
  return detour({ user: useSession.getState().user, to, from: here, seen: [last, previous], isPaused });
};

interface Move {
  readonly location: { readonly href: string };
  readonly context: RouterContext;
}

/** Asked before every move, those of the back button included. */
export function guardMove({ location: { href: to }, context }: Move): void {
  const isPaused = isPausedIn(context);
  const href = detourTo(to, isPaused);
  if (href !== null) throw redirect({ href, replace: true });
  if (isPaused && !isOpenWhilePaused(to)) throw redirect({ href: to, reloadDocument: true });
}

/** The rules hold for the open page as well: another tab, or the server, may log a member in or out. */
export function guardOpenPage(router: Pick<AnyRouter, 'latestLocation' | 'navigate' | 'options'>): () => void {
  return useSession.subscribe(({ user }, { user: before }) => {
    if (user === before) return;
    // A screen that changed the session itself leads on by itself, and has done so by then.
    setTimeout(() => {
      const href = detourTo(router.latestLocation.href, isPausedIn(router.options.context));
      if (href !== null) void router.navigate({ href, replace: true });
    });
  });
}
