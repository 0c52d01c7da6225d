import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { endChannelSetup, type OperatorChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { useEffect, useRef } from 'react';
import { FormAlert } from '../../forms/form-alert.tsx';
import { Checklist } from '../start/checklist.tsx';
import { checklistQuery } from '../start/checklist-query.ts';
import { channelSetupQuery } from './channel-setup-query.ts';

interface CheckStepProps {
  readonly channel: OperatorChannel;
  readonly saved: string;
  readonly onBack?: () => void;
}

/** The end of the assistant: what is left until the first game. */
export function CheckStep({ channel, saved, onBack }: CheckStepProps) {
  const t = useConsoleT();
  const client = useQueryClient();
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const end = useMutation({
    mutationFn: () => endChannelSetup(channel.id),
    onSuccess: async (setup) => {
      client.setQueryData(channelSetupQuery(channel.id).queryKey, setup);
      await client.invalidateQueries({ queryKey: checklistQuery(channel.id).queryKey });
      await navigate({ to: '/$channel/start', params: { channel: channel.alias } });
    },
  });
  return (
    <section aria-labelledby="check-title">
      <h1 ref={heading} id="check-title" tabIndex={-1} className="text-4xl leading-10 outline-none">
        {t('setup.checkTitle')}
      </h1>
      <p className="mt-2 max-w-[62ch] text-pretty text-muted">{t('setup.checkText')}</p>
      <Checklist channel={channel} />
      <FormAlert text={end.isError ? t('setup.notSaved') : undefined} />
      <div className="mt-8 flex flex-wrap items-center gap-3 border-t border-line pt-5">
        {onBack && (
          <Button variant="secondary" onClick={onBack}>
            {t('setup.back')}
          </Button>
        )}
        <Button disabled={end.isPending} onClick={() => end.mutate()}>
          {t('setup.finish')}
        </Button>
        <output className="text-sm text-pretty text-muted sm:ms-auto">{saved}</output>
      </div>
    </section>
  );
}
