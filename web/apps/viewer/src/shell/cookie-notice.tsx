import { useLocale, useT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { useState } from 'react';
import { useAppContext, useChannel } from '../channel/channel.ts';
import { type Consent, useConsent } from '../consent/consent.ts';

const focus = (notice: HTMLElement | null) => notice?.focus();

/** Asks once, and again by the footer; until Accept, nothing is kept or loaded but what the page needs. */
export function CookieNotice() {
  const t = useT();
  const locale = useLocale();
  const own = useChannel().bootstrap.settings.cookie_notice?.[locale];
  const { stored } = useAppContext().connection;
  const isOpen = useConsent((consent) => consent.isOpen);
  const [isUnanswered] = useState(() => stored.get('cookie_consent') === null);
  if (!(isOpen ?? isUnanswered)) return null;
  const answer = (consent: Consent) => {
    stored.set('cookie_consent', consent);
    useConsent.setState({ isOpen: false, answer: consent });
  };
  return (
    <section
      ref={isOpen ? focus : undefined}
      tabIndex={-1}
      aria-label={t('cookies.title')}
      className="shell-notice cookie-notice"
    >
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
