import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ApiError, deleteChannel } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { Button, Dialog, ErrorState, showToast, Skeleton } from '@touchline/ui';
import { useId } from 'react';
import { localTime } from '../../localisation/local-time.ts';
import { sessionQuery } from '../../session/session.ts';
import { deletionQuery, serverChannelsQuery } from './channel-queries.ts';
import { DeletionObstacleList } from './deletion-obstacle-list.tsx';
import { ExportLink } from './export-section.tsx';
import type { NamedChannel } from './named-channel.ts';
import { needsFactor } from './needs-factor.ts';
import { isObstructed } from './obstacles.ts';
import { TypedNameForm } from './typed-name-form.tsx';

interface DeleteSheetProps {
  readonly channel: NamedChannel;
  readonly onClose: () => void;
}

/** Names the obstacles, offers the channel's file, and deletes the channel once its name is typed. */
export function DeleteSheet({ channel, onClose }: DeleteSheetProps) {
  const t = useConsoleT();
  const heading = useId();
  const { data: obstacles, error, isPending, refetch } = useQuery(deletionQuery(channel.id));
  return (
    <Dialog open onClose={onClose} labelledBy={heading} className="popup p-6">
      <h2 id={heading} className="text-xl leading-7 wrap-anywhere">
        {t('channel.deleteAsk', { channel: channel.name })}
      </h2>
      {isPending && <Skeleton className="mt-4 h-32" />}
      {!isPending && !obstacles && (
        <div className="mt-4">
          <ErrorState
            text={t(needsFactor(error) ? 'channel.needsFactor' : 'channel.loadFailed')}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {obstacles && isObstructed(obstacles) && (
        <>
          <DeletionObstacleList channel={channel} obstacles={obstacles} />
          <div className="mt-6 flex justify-end">
            <Button variant="secondary" onClick={onClose}>
              {t('channel.close')}
            </Button>
          </div>
        </>
      )}
      {obstacles && !isObstructed(obstacles) && <DeleteForm channel={channel} onClose={onClose} />}
    </Dialog>
  );
}

function DeleteForm({ channel, onClose }: DeleteSheetProps) {
  const t = useConsoleT();
  const locale = useLocale();
  const client = useQueryClient();
  const navigate = useNavigate();
  const done = async (erasedAt: number) => {
    const text = t('channel.deleted', { channel: channel.name, time: localTime(erasedAt, locale) });
    showToast({ type: 'success', text });
    onClose();
    await navigate({ to: '/channels' });
    await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    await client.invalidateQueries({ queryKey: serverChannelsQuery.queryKey });
  };
  const askAgain = async ({ code }: ApiError) => {
    if (code !== 'deletion_obstructed') return;
    await client.invalidateQueries({ queryKey: deletionQuery(channel.id).queryKey });
  };
  return (
    <TypedNameForm
      channel={channel}
      act={(proof) => deleteChannel(channel.id, proof)}
      onDone={done}
      onRefused={askAgain}
      refusal={() => t('channel.failed')}
      submit={t('channel.deleteOf', { channel: channel.name })}
      onClose={onClose}
    >
      <p className="text-sm text-pretty text-muted">{t('channel.deleteText')}</p>
      <div>
        <p className="text-sm text-pretty">{t('channel.exportFirst')}</p>
        <ExportLink channel={channel.id} />
      </div>
    </TypedNameForm>
  );
}
