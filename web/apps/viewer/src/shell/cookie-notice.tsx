import { useT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { useId, useState } from 'react';
import { useAppContext } from '../app/channel.ts';

/** Asks once; until Accept, nothing is kept but what the page needs. */
export function CookieNotice() {
  const t = useT();
  const title = useId();
  const { stored } = useAppContext().connection;
  const [asking, setAsking] = useState(() => stored.get('cookie_consent') === null);
  if (!asking) return null;
  const answer = (consent: 'accepted' | 'declined') => {
    stored.set('cookie_consent', consent);
    setAsking(false);
  };
  return (
    <section aria-labelledby={title} className="cookie-notice">
      <div className="mx-auto flex max-w-4xl flex-wrap items-center gap-x-6 gap-y-3 rounded-sheet border border-line bg-surface p-4 shadow-popover sm:flex-nowrap sm:px-6">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id={title} className="font-sans text-sm font-semibold tracking-normal">
            {t('cookies.title')}
          </h2>
          <p className="text-sm leading-5 text-pretty text-muted">{t('cookies.text')}</p>
        </div>
        <div className="grid w-full shrink-0 grid-cols-2 gap-3 sm:w-auto">
          <Button variant="secondary" onClick={() => answer('declined')}>
            {t('cookies.decline')}
          </Button>
          <Button variant="secondary" onClick={() => answer('accepted')}>
            {t('cookies.accept')}
          </Button>
        </div>
      </div>
    </section>
  );
}
