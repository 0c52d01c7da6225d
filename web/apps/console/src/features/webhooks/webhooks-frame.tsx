import type { OperatorChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { EmptyState } from '@touchline/ui';
import type { ReactNode } from 'react';
import { NotFound } from '../../navigation/not-found.tsx';
import { useChannel } from '../../session/session.ts';

interface WebhooksFrameProps {
  readonly children: (channel: OperatorChannel) => ReactNode;
}

/** A screen for operators who connect other programs. */
export function WebhooksFrame({ children }: WebhooksFrameProps) {
  const t = useConsoleT();
  const channel = useChannel();
  if (!channel) return <NotFound />;
  if (channel.may.includes('manage_integrations')) return children(channel);
  return (
    <>
      <h1 className="text-4xl leading-10">{t('webhooks.title')}</h1>
      <div className="mt-6">
        <EmptyState title={t('team.notForRole')} text={t('webhooks.notForRoleText')} />
      </div>
    </>
  );
}
