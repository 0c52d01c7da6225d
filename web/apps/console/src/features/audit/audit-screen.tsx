import { useSearch } from '@tanstack/react-router';
import { useConsoleT } from '@touchline/i18n';
import { EmptyState } from '@touchline/ui';
import { useChannel } from '../../session/session.ts';
import { AuditFilter } from './audit-filter.tsx';
import { AuditList } from './audit-list.tsx';
import { NotFound } from '../../navigation/not-found.tsx';

/** The channel's changes, each with its operator. */
export function AuditScreen() {
  const t = useConsoleT();
  const channel = useChannel();
  const search = useSearch({ from: '/$channel/audit' });
  if (!channel) return <NotFound />;
  return (
    <>
      <h1 className="text-4xl leading-10">{t('audit.title')}</h1>
      {channel.may.includes('see_audit') ? (
        <>
          <p className="mt-2 max-w-[62ch] text-pretty text-muted">{t('audit.text')}</p>
          <AuditFilter channel={channel} search={search} />
          <AuditList channel={channel} search={search} />
        </>
      ) : (
        <div className="mt-6">
          <EmptyState title={t('audit.notForRole')} text={t('audit.notForRoleText')} />
        </div>
      )}
    </>
  );
}
