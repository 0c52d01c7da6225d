import { useQueryClient } from '@tanstack/react-query';
import { ApiError, eraseChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Dialog, showToast } from '@touchline/ui';
import { useId } from 'react';
import { serverChannelsQuery } from './channel-queries.ts';
import type { NamedChannel } from './named-channel.ts';
import { TypedNameForm } from './typed-name-form.tsx';

interface EraseSheetProps {
  readonly channel: NamedChannel;
  readonly onClose: () => void;
}

const isBusy = (error: unknown) => error instanceof ApiError && error.code === 'channel_busy';

/** Erases a deleted channel before its time, once its name is typed. */
export function EraseSheet({ channel, onClose }: EraseSheetProps) {
  const t = useConsoleT();
  const heading = useId();
  const client = useQueryClient();
  const listAgain = () => client.invalidateQueries({ queryKey: serverChannelsQuery.queryKey });
  const done = async () => {
    showToast({ type: 'success', text: t('channels.erased', { channel: channel.name }) });
    onClose();
    await listAgain();
  };
  return (
    <Dialog open onClose={onClose} labelledBy={heading} className="popup p-6">
      <h2 id={heading} className="text-xl leading-7 wrap-anywhere">
        {t('channels.eraseAsk', { channel: channel.name })}
      </h2>
      <TypedNameForm
        channel={channel}
        act={(proof) => eraseChannel(channel.id, proof)}
        onDone={done}
        onRefused={listAgain}
        refusal={(error) => t(isBusy(error) ? 'channels.eraseBusy' : 'channel.failed')}
        submit={t('channels.eraseOf', { channel: channel.name })}
        onClose={onClose}
      >
        <p className="text-sm text-pretty text-muted">{t('channels.eraseText')}</p>
      </TypedNameForm>
    </Dialog>
  );
}
