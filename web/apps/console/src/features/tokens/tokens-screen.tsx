import { useConsoleT } from '@touchline/i18n';
import { EmptyState } from '@touchline/ui';
import { NotFound } from '../../navigation/not-found.tsx';
import { useChannel } from '../../session/session.ts';
import { TokenSections } from './token-sections.tsx';

/** The programs that may call the channel's API. */
export function TokensScreen() {
  const t = useConsoleT();
  const channel = useChannel();
  if (!channel) return <NotFound />;
  return (
    <>
      <h1 className="text-4xl leading-10">{t('tokens.title')}</h1>
      {channel.may.includes('manage_integrations') ? (
        <>
          <p className="mt-2 max-w-[62ch] text-pretty text-muted">{t('tokens.text')}</p>
          <TokenSections key={channel.id} channel={channel} />
        </>
      ) : (
        <div className="mt-6">
          <EmptyState title={t('team.notForRole')} text={t('tokens.notForRoleText')} />
        </div>
      )}
    </>
  );
}
