import type { OperatorChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { EmptyState } from '@touchline/ui';
import type { ReactNode } from 'react';
import { NotFound } from '../../navigation/not-found.tsx';
import { useChannel } from '../../session/session.ts';

interface AnswersFrameProps {
  readonly children: (channel: OperatorChannel) => ReactNode;
}

/** A screen for operators who may see what viewers sent. */
export function AnswersFrame({ children }: AnswersFrameProps) {
  const t = useConsoleT();
  const channel = useChannel();
  if (!channel) return <NotFound />;
  if (channel.may.includes('see_form_answers')) return children(channel);
  return (
    <>
      <h1 className="text-4xl leading-10">{t('answers.title')}</h1>
      <div className="mt-6">
        <EmptyState title={t('answers.notForRole')} text={t('answers.notForRoleText')} />
      </div>
    </>
  );
}
