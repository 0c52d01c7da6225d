import { useQuery } from '@tanstack/react-query';
import type { OperatorChannel, TextItem } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { ErrorState } from '@touchline/ui';
import { NotFound } from '../../navigation/not-found.tsx';
import { NotForRole } from '../../resource/resource-list-screen.tsx';
import { rowsQuery } from '../../resource/resource-queries.ts';
import { RowsSkeleton } from '../../resource/rows-skeleton.tsx';
import { useChannel } from '../../session/session.ts';
import { LegalList } from './legal-list.tsx';
import { TextRows } from './text-rows.tsx';
import { texts } from './texts.ts';

/** The legal pages, the cookie notice, and the words of mails. */
export function TextsScreen() {
  const t = useConsoleT();
  const channel = useChannel();
  if (!channel) return <NotFound />;
  if (!channel.may.includes('edit_site')) return <NotForRole title="texts.title" />;
  return (
    <>
      <h1 className="text-4xl leading-10">{t('texts.title')}</h1>
      <p className="mt-2 max-w-[62ch] text-pretty text-muted">{t('texts.text')}</p>
      <LegalList key={`legal-${channel.id}`} channel={channel} />
      <Texts key={`texts-${channel.id}`} channel={channel} />
    </>
  );
}

/** The mails about purchases. */
const SALES: ReadonlySet<TextItem['kind']> = new Set([
  'receipt',
  'refunded',
  'trial_started',
  'trial_ends',
  'renews_soon',
  'renewed',
  'renewal_failed',
  'unsubscribed',
  'subscription_ended',
]);

const isSale = ({ kind }: TextItem) => SALES.has(kind);

function Texts({ channel }: { readonly channel: OperatorChannel }) {
  const t = useConsoleT();
  const { data, isPending, refetch } = useQuery(rowsQuery(channel.id, texts));
  if (isPending) return <RowsSkeleton />;
  if (!data) {
    return (
      <div className="mt-6">
        <ErrorState text={t('texts.error')} onRetry={() => void refetch()} />
      </div>
    );
  }
  return (
    <>
      <TextRows channel={channel} title={t('texts.cookies')} rows={data.filter((row) => !row.is_mail)} />
      <TextRows
        channel={channel}
        title={t('texts.accountMails')}
        rows={data.filter((row) => row.is_mail && !isSale(row))}
      />
      <TextRows channel={channel} title={t('texts.saleMails')} rows={data.filter(isSale)} />
    </>
  );
}
