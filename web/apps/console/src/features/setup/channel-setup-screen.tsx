import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { leaveSetupStep, type OperatorChannel } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { EmptyState, ErrorState, showToast, Skeleton } from '@touchline/ui';
import type { ComponentType } from 'react';
import { NotFound } from '../../navigation/not-found.tsx';
import { useChannel } from '../../session/session.ts';
import { channelSetupQuery, firstOpenStep } from './channel-setup-query.ts';
import { CheckStep } from './check-step.tsx';
import { LookStep } from './look-step.tsx';
import { SchoolStep } from './school-step.tsx';
import { type ChannelStep, stepAfter, stepBefore } from './setup-search.ts';
import { SetupSteps } from './setup-steps.tsx';
import { SportsStep } from './sports-step.tsx';
import type { StepProps } from './step-frame.tsx';

/** The assistant that makes an empty channel ready, one step after the other. */
export function ChannelSetupScreen() {
  const t = useConsoleT();
  const channel = useChannel();
  if (!channel) return <NotFound />;
  if (!channel.may.includes('manage_channel')) {
    return (
      <>
        <h1 className="sr-only">{t('setup.assistant')}</h1>
        <EmptyState title={t('team.notForRole')} text={t('channel.notForRoleText')} />
      </>
    );
  }
  return <Assistant key={channel.id} channel={channel} />;
}

const BODIES: Readonly<Record<Exclude<ChannelStep, 'check'>, ComponentType<StepProps>>> = {
  look: LookStep,
  sports: SportsStep,
  school: SchoolStep,
};

function Assistant({ channel }: { readonly channel: OperatorChannel }) {
  const t = useConsoleT();
  const locale = useLocale();
  const client = useQueryClient();
  const navigate = useNavigate({ from: '/$channel/setup' });
  const { step } = useSearch({ from: '/$channel/setup' });
  const { data: setup, isPending, refetch } = useQuery(channelSetupQuery(channel.id));
  const leave = useMutation({
    mutationFn: ({ left, isSkipped }: { left: Exclude<ChannelStep, 'check'>; isSkipped: boolean }) =>
      leaveSetupStep(channel.id, left, isSkipped),
    onSuccess: async (saved, { left }) => {
      client.setQueryData(channelSetupQuery(channel.id).queryKey, saved);
      await navigate({ search: { step: stepAfter(left) } });
    },
    onError: () => showToast({ type: 'error', text: t('setup.notSaved') }),
  });
  if (isPending) return <Skeleton className="h-80" />;
  if (!setup) return <ErrorState text={t('setup.error')} onRetry={() => void refetch()} />;
  if (!step) {
    // What was finished stays finished: the checklist says what is left.
    if (!setup.is_open) return <Navigate to="/$channel/start" params={{ channel: channel.alias }} replace />;
    return (
      <Navigate
        to="/$channel/setup"
        params={{ channel: channel.alias }}
        search={{ step: firstOpenStep(setup) }}
        replace
      />
    );
  }
  const { look, sports, school } = setup;
  const saved =
    setup.saved_at === null
      ? ''
      : t('setup.saved', {
          time: new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(setup.saved_at * 1000),
        });
  const back = stepBefore(step);
  const frame = {
    channel,
    saved,
    isLeaving: leave.isPending,
    ...(back && { onBack: () => void navigate({ search: { step: back } }) }),
  };
  const Body = step === 'check' ? null : BODIES[step];
  return (
    <div className="grid gap-8">
      <SetupSteps current={step} marks={{ look, sports, school }} />
      {step !== 'check' && Body ? (
        <Body
          key={step}
          {...frame}
          onNext={() => leave.mutate({ left: step, isSkipped: false })}
          onSkip={() => leave.mutate({ left: step, isSkipped: true })}
        />
      ) : (
        <CheckStep channel={channel} saved={saved} {...(frame.onBack && { onBack: frame.onBack })} />
      )}
    </div>
  );
}
