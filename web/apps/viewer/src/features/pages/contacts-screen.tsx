import { useContentT } from '@touchline/i18n';
import { ErrorState } from '@touchline/ui';
import { useQuery } from '@tanstack/react-query';
import { useAppContext, useChannel } from '../../channel/channel.ts';
import { usePageTitle } from '../../navigation/page-title.ts';
import { queryClient } from '../../queries/query-client.ts';
import { RouterButton } from '../../navigation/router-button.tsx';
import { StaticBlocks, useHasBlocks } from '../../rich-text/static-blocks.tsx';
import { formQuery } from '../../channel-forms/form-query.ts';
import { FormSkeleton } from '../../channel-forms/form-skeleton.tsx';
import { SentForm } from '../../channel-forms/sent-form.tsx';
import './contacts.css';

const ALIAS = 'contacts';

/** How to reach the channel: its own words about that, and a form where it has one. */
export function ContactsScreen() {
  const t = useContentT();
  const { connection } = useAppContext();
  const { data, error, refetch } = useQuery(formQuery({ connection }, ALIAS), queryClient);
  usePageTitle(t('contacts.title'));
  return (
    <div className="contacts">
      <div className="min-w-0">
        <h1 className="text-[2.25rem] leading-10">{t('contacts.heading')}</h1>
        <Details />
      </div>
      {data !== null && (
        <div className="min-w-0 rounded-sheet bg-surface p-5 sm:p-8">
          {data ? (
            <SentForm form={data} />
          ) : error ? (
            <ErrorState text={t('contacts.error')} onRetry={() => void refetch()} />
          ) : (
            <FormSkeleton />
          )}
        </div>
      )}
    </div>
  );
}

function Details() {
  const t = useContentT();
  const { settings, faq } = useChannel().bootstrap;
  const hasWords = useHasBlocks('contacts');
  return (
    <>
      <div className="mt-5 grid gap-5">
        {hasWords ? (
          <StaticBlocks place="contacts" className="max-w-[60ch]" />
        ) : (
          <p className="max-w-[60ch] leading-relaxed text-pretty">{t('contacts.plain', { channel: settings.name })}</p>
        )}
      </div>
      {faq.length > 0 && (
        <RouterButton to="/faq" variant="secondary" className="mt-8">
          {t('contacts.faq')}
        </RouterButton>
      )}
    </>
  );
}
