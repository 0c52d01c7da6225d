import { CHANNEL_PAUSED, type Events } from '@touchline/api';
import { currentTranslator } from '@touchline/i18n';
import { dismissToast, showToast } from '@touchline/ui';
import { useSession } from '../session/session.ts';

const TOO_MANY_REQUESTS = 429;

/** What the request layer reports to the whole page, said to the visitor; one toast however often it happens. */
export function listenToApi(events: Events, isPaused: () => boolean): void {
  events.on('global-error', ({ status, code, inPlace }) => {
    if (code === CHANNEL_PAUSED && !isPaused()) {
      // The server has a page that says so, or one with the account alone.
      location.reload();
      return;
    }
    if (inPlace) return;
    const { t } = currentTranslator();
    const text = status === TOO_MANY_REQUESTS ? t('error.tooMany') : t('error.generic');
    showToast({ id: 'global-error', type: 'error', text });
  });
  events.on('user-reset', () => useSession.getState().setUser(null));
  addEventListener('offline', () =>
    showToast({ id: 'offline', type: 'warning', time: 0, text: currentTranslator().t('error.offline') }),
  );
  addEventListener('online', () => dismissToast('offline'));
}
