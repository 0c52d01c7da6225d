import { loadAccountMessages } from '@touchline/i18n';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSession } from '../app/session.ts';
import { loadPatiently } from './load-patiently.ts';

const loadDialog = async () => {
  const [screens] = await Promise.all([import('../routes/auth/auth-screens.ts'), loadAccountMessages()]);
  return screens;
};

type Screens = Awaited<ReturnType<typeof loadDialog>>;

const MODAL = /[?&]modal=(login|register)(?=&|#|$)/;

/** An address may ask for the way in to be opened over its page; the code of that loads with the first opening. */
export function AuthHost() {
  const router = useRouter();
  const href = useLocation({ select: (location) => location.href });
  const isMember = useSession(({ user }) => user !== null);
  const way = isMember ? undefined : MODAL.exec(href)?.[1];
  const [screens, setScreens] = useState<Screens | null>(null);
  useEffect(() => {
    if (way && !screens) void loadPatiently(loadDialog).then(setScreens);
  }, [way, screens]);
  if (!screens || !way) return null;
  const page = href.replace(/([?&])modal=\w+&?/, '$1').replace(/[?&](?=#|$)/, '');
  return (
    <screens.AuthDialog
      way={way === 'login' ? 'login' : 'register'}
      page={page}
      onClose={() => void router.navigate({ href: page, replace: true })}
    />
  );
}
