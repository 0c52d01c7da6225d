import { useContentT } from '@touchline/i18n';
import { useLocation } from '@tanstack/react-router';
import { useChannel } from '../../channel/channel.ts';
import { usePageTitle } from '../../navigation/page-title.ts';
import { RouterButton } from '../../navigation/router-button.tsx';
import './reading.css';

/** Stands where a channel has not published its privacy policy or its terms: says so, and names a contact. */
export function LegalScreen() {
  const t = useContentT();
  const { name } = useChannel().bootstrap.settings;
  const isPrivacy = useLocation({ select: ({ pathname }) => pathname.startsWith('/privacy_policy') });
  const title = isPrivacy ? t('legal.privacy') : t('legal.terms');
  usePageTitle(title);
  return (
    <article className="reading">
      <h1 className="text-[2.25rem] leading-10">{title}</h1>
      <p className="mt-6 max-w-[60ch] leading-relaxed text-pretty">
        {isPrivacy ? t('legal.noPrivacy', { channel: name }) : t('legal.noTerms', { channel: name })}
      </p>
      <RouterButton to="/contacts" className="mt-6">
        {t('contacts.heading')}
      </RouterButton>
    </article>
  );
}
