import { redirect } from '@tanstack/react-router';
import { useSession } from './session.ts';

/** Whoever is logged in has nothing to do on the screens of the login. */
export function sendMembersHome(): void {
  if (useSession.getState().user) throw redirect({ to: '/', replace: true });
}
