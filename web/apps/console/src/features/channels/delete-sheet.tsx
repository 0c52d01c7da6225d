import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError, deleteChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button, Dialog, ErrorState, showToast, Skeleton } from '@touchline/ui';
import { type FormEvent, useId, useState } from 'react';
import { fieldProblem } from '../../forms/field-problem.ts';
import { fieldText } from '../../forms/field-text.ts';
import { FormAlert } from '../../forms/form-alert.tsx';
import { PasswordField } from '../../forms/password-field.tsx';
import { TextField, VERBATIM } from '../../forms/text-field.tsx';
import { sessionQuery } from '../../session/session.ts';
import { deletionQuery, serverChannelsQuery } from './channel-queries.ts';
import { DeletionObstacleList } from './deletion-obstacle-list.tsx';
import { ExportLink } from './export-section.tsx';
import type { NamedChannel } from './named-channel.ts';
import { isObstructed } from './obstacles.ts';

interface DeleteSheetProps {
  readonly channel: NamedChannel;
  readonly onClose: () => void;
}

/** Says what stands in the way, offers the channel's file, and deletes the channel once its name is typed. */
export function DeleteSheet({ channel, onClose }: DeleteSheetProps) {
  const t = useConsoleT();
  const heading = useId();
  const { data: obstacles, isPending, refetch } = useQuery(deletionQuery(channel.id));
  return (
    <Dialog open onClose={onClose} labelledBy={heading} className="popup p-6">
      <h2 id={heading} className="text-xl leading-7 wrap-anywhere">
        {t('channel.deleteAsk', { channel: channel.name })}
      </h2>
      {isPending && <Skeleton className="mt-4 h-32" />}
      {!isPending && !obstacles && (
        <div className="mt-4">
          <ErrorState text={t('channel.failed')} onRetry={() => void refetch()} />
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
  const client = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [needsPassword, setNeedsPassword] = useState(false);
  const remove = useMutation({
    mutationFn: (password: string | undefined) => deleteChannel(channel.id, name, password),
    onSuccess: async () => {
      showToast({ type: 'success', text: t('channel.deleted', { channel: channel.name }) });
      onClose();
      await navigate({ to: '/channels' });
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
      await client.invalidateQueries({ queryKey: serverChannelsQuery.queryKey });
    },
    onError: async (error) => {
      if (!(error instanceof ApiError)) return;
      if (error.code === 'confirm_identity') setNeedsPassword(true);
      if (error.code === 'deletion_obstructed') {
        await client.invalidateQueries({ queryKey: deletionQuery(channel.id).queryKey });
      }
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    remove.mutate(needsPassword ? fieldText(event.currentTarget, 'current_password') : undefined);
  };
  const isOfField = remove.error instanceof ApiError && remove.error.problems.length > 0;
  const isQuestion = remove.error instanceof ApiError && remove.error.code === 'confirm_identity';
  return (
    <form onSubmit={submit} className="mt-3 grid gap-4">
      <p className="text-sm text-pretty text-muted">{t('channel.deleteText')}</p>
      <div>
        <p className="text-sm text-pretty">{t('channel.exportFirst')}</p>
        <ExportLink channel={channel.id} />
      </div>
      <FormAlert text={remove.isError && !isOfField && !isQuestion ? t('channel.failed') : undefined} />
      <TextField
        {...VERBATIM}
        name="name"
        label={t('channel.typeName', { channel: channel.name })}
        problem={fieldProblem(remove.error, 'name', t)}
        required
        autoComplete="off"
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      {needsPassword && (
        <PasswordField
          name="current_password"
          label={t('me.currentPassword')}
          autoComplete="current-password"
          problem={fieldProblem(remove.error, 'current_password', t)}
        />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          {t('team.cancel')}
        </Button>
        <Button type="submit" disabled={remove.isPending || name.trim() !== channel.name}>
          {t('channel.deleteOf', { channel: channel.name })}
        </Button>
      </div>
    </form>
  );
}
