import { loadAccountMessages } from '@touchline/i18n';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { forgetAuthDialog, useAuthDialogRequest } from './auth-dialog-request.ts';
import { useSession } from '../session/session.ts';
import { loadWithRetry } from '../loading/load-with-retry.ts';

const loadScreens = async () => {
  const [screens] = await Promise.all([import('../features/auth/auth-screens.ts'), loadAccountMessages()]);
  return screens;
};

type Screens = Awaited<ReturnType<typeof loadScreens>>;

/** Where the login dialog appears over a page whose address asks for it; its code loads with the first opening. */
export function AuthHost() {
  const { pathname, href } = useLocation();
  const isMember = useSession(({ user }) => user !== null);
  const { path, way } = useAuthDialogRequest();
  const [screens, setScreens] = useState<Screens | null>(null);
  const isOpen = way !== null && path === pathname && !isMember;
  useEffect(() => {
    if (isOpen && !screens) void loadWithRetry(loadScreens).then(setScreens);
  }, [isOpen, screens]);
  useEffect(() => {
    if (isMember) forgetAuthDialog();
  }, [isMember]);
  return isOpen && screens && <screens.AuthDialog way={way} page={href} onClose={forgetAuthDialog} />;
}
