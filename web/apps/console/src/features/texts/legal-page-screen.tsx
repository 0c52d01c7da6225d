import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import type { LegalPage, OperatorChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { ErrorState } from '@touchline/ui';
import { NotFound } from '../../navigation/not-found.tsx';
import { pages } from '../../resource/pages.ts';
import type { Resource } from '../../resource/resource.ts';
import { ResourceForm } from '../../resource/resource-form.tsx';
import { NotForRole } from '../../resource/resource-list-screen.tsx';
import { RowsSkeleton } from '../../resource/rows-skeleton.tsx';
import { readFields } from '../../resource/wire-fields.ts';
import { useChannel } from '../../session/session.ts';
import { legalQuery } from './legal-query.ts';

/** The form of a legal page that the channel lacks, which begins with the template. */
export function LegalPageScreen() {
  const { kind } = useParams({ from: '/$channel/legal/$kind' });
  const channel = useChannel();
  if (!channel) return <NotFound />;
  if (!channel.may.includes('edit_site')) return <NotForRole title="pages.title" />;
  return <Opened key={`${channel.id} ${kind}`} channel={channel} kind={kind} />;
}

function Opened({ channel, kind }: { readonly channel: OperatorChannel; readonly kind: string }) {
  const t = useConsoleT();
  const { data, isPending, refetch } = useQuery(legalQuery(channel.id));
  if (isPending) return <RowsSkeleton />;
  if (!data) return <ErrorState text={t('texts.error')} onRetry={() => void refetch()} />;
  const legal = data.find((one) => one.kind === kind);
  if (!legal) return <NotFound />;
  if (legal.page !== null) {
    const params = { channel: channel.alias, noun: 'pages', item: String(legal.page) };
    return <Navigate to="/$channel/site/$noun/$item" params={params} replace />;
  }
  return (
    <>
      <p className="form-note mb-4 max-w-[40rem]">{t('texts.legal.templateText')}</p>
      <ResourceForm
        channel={channel}
        resource={fromTemplate(legal)}
        row={null}
        version={undefined}
        onMade={() => undefined}
      />
    </>
  );
}

function fromTemplate({ kind, template }: LegalPage): Resource {
  return { ...pages, draftKind: `page-${kind}`, blank: readFields(pages.fields, template) };
}
