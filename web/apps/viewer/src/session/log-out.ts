import { ApiError, type Connection, logOut } from '@touchline/api';
import { currentTranslator } from '@touchline/i18n';
import { showToast } from '@touchline/ui';
import { useSession } from './session.ts';

const UNAUTHENTICATED = 401;

/**
 * Logs out and tells whether it worked; a failure is shown as well. A member without a basic pass stays
 * logged in.
 */
export async function logOutHere(connection: Connection): Promise<boolean> {
  const { t } = currentTranslator();
  if (useSession.getState().user?.basic_pass_selected === false) {
    showToast({ id: 'session', type: 'error', text: t('login.outRefused') });
    return false;
  }
  try {
    await logOut(connection);
  } catch (error) {
    // 401: the session has ended already.
    if (!(error instanceof ApiError && error.status === UNAUTHENTICATED)) {
      showToast({ id: 'session', type: 'error', text: t('login.outFailed') });
      return false;
    }
  }
  useSession.getState().setUser(null);
  showToast({ id: 'session', type: 'success', text: t('login.out') });
  return true;
}
