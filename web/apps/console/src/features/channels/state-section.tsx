import type { OperatorChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { StateActions } from './state-actions.tsx';

/** For administrators: whether viewers are served, and the end of the channel. */
export function StateSection({ channel }: { readonly channel: OperatorChannel }) {
  const t = useConsoleT();
  return (
    <section aria-labelledby="state">
      <h2 id="state" className="text-xl leading-7">
        {t('channel.state')}
      </h2>
      <p className="mt-2 mb-4 max-w-[62ch] text-pretty text-muted">
        {t(channel.is_paused ? 'channel.stateText' : 'channel.servedText')}
      </p>
      <StateActions channel={channel} isPaused={channel.is_paused} />
    </section>
  );
}
