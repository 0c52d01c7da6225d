import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, restoreChannel, type ServerChannel } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { Button, showToast } from '@touchline/ui';
import { useState } from 'react';
import { localTime } from '../../localisation/local-time.ts';
import { sessionQuery } from '../../session/session.ts';
import { serverChannelsQuery } from './channel-queries.ts';
import { EraseSheet } from './erase-sheet.tsx';
import '../../lists/list.css';

/** A deleted channel: when it is erased, and the way back. */
export function DeletedChannelRow({ channel }: { readonly channel: ServerChannel }) {
  const t = useConsoleT();
  const locale = useLocale();
  const client = useQueryClient();
  const [isErasing, setIsErasing] = useState(false);
  const { id, name, deleted_at: deletedAt, erased_at: erasedAt } = channel;
  const restore = useMutation({
    mutationFn: () => restoreChannel(id),
    onSuccess: () => showToast({ type: 'success', text: t('channels.restored', { channel: name }) }),
    onError: (error) => {
      const isGone = error instanceof ApiError && error.status === 404;
      const text = isGone ? t('channels.restoreGone', { channel: name }) : t('channel.failed');
      showToast({ type: 'error', text });
    },
    onSettled: () =>
      Promise.all([sessionQuery, serverChannelsQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey }))),
  });
  const action = { size: 'small', variant: 'secondary', className: 'min-h-11' } as const;
  return (
    <li className="list-row">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold wrap-anywhere">{name}</span>
          <span className="text-sm wrap-anywhere text-muted">{channel.alias}</span>
        </p>
        <p className="text-sm wrap-anywhere text-muted">{channel.hosts.join(', ')}</p>
      </div>
      <div className="text-sm text-muted tabular-nums">
        {deletedAt !== null && <p>{t('channels.deletedAt', { time: localTime(deletedAt, locale) })}</p>}
        {erasedAt !== null && (
          <p className="font-medium text-text">{t('channels.erasedAt', { time: localTime(erasedAt, locale) })}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          {...action}
          aria-label={t('channels.restoreOf', { channel: name })}
          disabled={restore.isPending}
          onClick={() => restore.mutate()}
        >
          {t('channels.restore')}
        </Button>
        <Button
          {...action}
          aria-label={t('channels.eraseOf', { channel: name })}
          aria-haspopup="dialog"
          onClick={() => setIsErasing(true)}
        >
          {t('channels.erase')}
        </Button>
      </div>
      {isErasing && <EraseSheet channel={channel} onClose={() => setIsErasing(false)} />}
    </li>
  );
}
