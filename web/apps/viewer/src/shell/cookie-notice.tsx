import { useLocale, useT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { useState } from 'react';
import { useAppContext, useChannel } from '../channel/channel.ts';

/** Asks once; until Accept, nothing is kept but what the page needs. */
export function CookieNotice() {
  const t = useT();
  const locale = useLocale();
  const own = useChannel().bootstrap.settings.cookie_notice?.[locale];
  const { stored } = useAppContext().connection;
  const [asking, setAsking] = useState(() => stored.get('cookie_consent') === null);
  if (!asking) return null;
  const answer = (consent: 'accepted' | 'declined') => {
    stored.set('cookie_consent', consent);
    setAsking(false);
  };
  return (
    <section aria-label={t('cookies.title')} className="shell-notice cookie-notice">
      <p className="flex-1 basis-64 whitespace-pre-line">{own ?? t('cookies.text')}</p>
      <Button variant="secondary" onClick={() => answer('declined')}>
        {t('cookies.decline')}
      </Button>
      <Button variant="secondary" onClick={() => answer('accepted')}>
        {t('cookies.accept')}
      </Button>
    </section>
  );
}
