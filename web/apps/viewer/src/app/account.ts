import { ApiError, type Connection, logIn, logOut } from '@touchline/api';
import { currentTranslator } from '@touchline/i18n';
import { showToast } from '@touchline/ui';
import { useSession } from './session.ts';

const UNAUTHENTICATED = 401;

/** Logs in; the session's followers see to the rest. Throws what the server says. */
export async function logInHere(connection: Connection, email: string, password: string): Promise<void> {
  const user = await logIn(connection, email, password);
  useSession.getState().setUser(user);
}

/** Logs out and tells whether it worked; a failure is told to the visitor as well. */
export async function logOutHere(connection: Connection): Promise<boolean> {
  const { t } = currentTranslator();
  try {
    await logOut(connection);
  } catch (error) {
    // Who is not logged in is out already.
    if (!(error instanceof ApiError && error.status === UNAUTHENTICATED)) {
      showToast({ id: 'session', type: 'error', text: t('login.outFailed') });
      return false;
    }
  }
  useSession.getState().setUser(null);
  showToast({ id: 'session', type: 'success', text: t('login.out') });
  return true;
}
