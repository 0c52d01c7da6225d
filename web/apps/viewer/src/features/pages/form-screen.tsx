import { useContentT } from '@touchline/i18n';
import { ErrorState } from '@touchline/ui';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { useAppContext } from '../../channel/channel.ts';
import { formQuery } from '../../channel-forms/form-query.ts';
import { FormSkeleton } from '../../channel-forms/form-skeleton.tsx';
import { SentForm } from '../../channel-forms/sent-form.tsx';
import { useLocalised } from '../../localisation/use-localised.ts';
import { usePageTitle } from '../../navigation/page-title.ts';
import { queryClient } from '../../queries/query-client.ts';

/** A form of the channel at an address of its own. */
export function FormScreen() {
  const t = useContentT();
  const words = useLocalised();
  const { connection } = useAppContext();
  const { alias } = useParams({ from: '/forms/$alias' });
  const { data, error, refetch } = useQuery(formQuery({ connection }, alias), queryClient);
  usePageTitle('', data ? words(data, 'title') : undefined);
  if (data === null) return <Navigate to="/404" replace />;
  return (
    <div className="mx-auto my-8 max-w-2xl rounded-sheet bg-surface p-5 sm:p-8">
      {data ? (
        <SentForm key={alias} form={data} level={1} />
      ) : error ? (
        <ErrorState text={t('contacts.error')} onRetry={() => void refetch()} />
      ) : (
        <FormSkeleton />
      )}
    </div>
  );
}
