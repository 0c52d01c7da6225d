import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useConsoleT } from '@touchline/i18n';
import { EmptyState } from '@touchline/ui';
import { NotFound } from '../../navigation/not-found.tsx';
import { useChannel } from '../../session/session.ts';
import { Checklist } from './checklist.tsx';
import { checklistQuery } from './checklist-query.ts';

/** What is missing until the first game of a channel. */
export function ChecklistScreen() {
  const t = useConsoleT();
  const channel = useChannel();
  if (!channel) return <NotFound />;
  if (!channel.may.includes('manage_channel')) {
    return (
      <>
        <h1 className="sr-only">{t('checklist.title')}</h1>
        <EmptyState title={t('team.notForRole')} text={t('channel.notForRoleText')} />
      </>
    );
  }
  return (
    <>
      <h1 className="text-4xl leading-10">{t('checklist.title')}</h1>
      <p className="mt-2 max-w-[62ch] text-pretty text-muted">{t('checklist.text')}</p>
      <GoOn key={channel.id} channel={channel.id} alias={channel.alias} />
      <Checklist key={`list-${channel.id}`} channel={channel} />
    </>
  );
}

/** Leads back to an assistant that was left. */
function GoOn({ channel, alias }: { readonly channel: number; readonly alias: string }) {
  const t = useConsoleT();
  const { data } = useQuery(checklistQuery(channel));
  if (data?.is_in_setup !== true) return null;
  return (
    <p className="mt-6 rounded-card border border-accent bg-surface p-4">
      {t('checklist.inSetup')}{' '}
      <Link
        to="/$channel/setup"
        params={{ channel: alias }}
        search={{}}
        className="font-semibold text-accent-text underline"
      >
        {t('checklist.goOn')}
      </Link>
    </p>
  );
}
