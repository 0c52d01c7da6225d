import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, removeUpload, type UploadSummary } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { Button, buttonClass, showToast } from '@touchline/ui';
import { fileSize } from './file-size.ts';
import { isSameFile } from './same-file.ts';
import { forgetSending, pauseSending, type Sending, startSending } from './sending.ts';
import { uploadRefusal } from './upload-refusal.ts';
import { lookOf, problemOf, progressOf, renditionsOf, sentOf } from './upload-state.ts';
import '../../forms/drop-field.css';
import './upload-row.css';
import '../../lists/list.css';

interface UploadRowProps {
  readonly channel: number;
  readonly upload: UploadSummary;
  readonly sending: Sending | undefined;
}

/** An upload, how far it has come, and what can be done about it. */
export function UploadRow({ channel, upload, sending }: UploadRowProps) {
  const t = useConsoleT();
  const locale = useLocale();
  const { Icon, colour, name } = lookOf(upload, sending);
  const percent = progressOf(upload, sending);
  const size = fileSize(upload.bytes, locale);
  const known = problemOf(upload);
  const told = known ? t(known) : upload.problem;
  const problem = sending?.failure ? t('video.stopped', { reason: uploadRefusal(sending.failure, t) }) : told;
  const renditions = renditionsOf(upload);
  return (
    <li className="list-row">
      <div className="min-w-0">
        <p className="truncate font-semibold">{upload.target.title ?? t('video.gone')}</p>
        <p className="truncate text-sm text-muted">
          {upload.name} ·{' '}
          {upload.state === 'receiving'
            ? t('video.sent', { sent: fileSize(sentOf(upload, sending), locale), size })
            : size}
        </p>
        {problem && <p className="mt-1 text-sm wrap-anywhere text-danger first-letter:uppercase">{problem}</p>}
      </div>
      <div className="min-w-0">
        <p className={`flex items-center gap-1.5 text-sm ${colour}`}>
          <Icon aria-hidden size={16} className="shrink-0" />
          {t(name)}
          {percent !== null && <span className="tabular-nums">{percent} %</span>}
        </p>
        {percent !== null && (
          <progress
            className="upload-bar"
            max={100}
            value={percent}
            aria-label={t('video.progress', { name: upload.name })}
          />
        )}
        {renditions && (
          <p className="text-sm text-muted">
            {t(renditions.name, { heights: renditions.heights })}
            {renditions.percent !== null && <span className="tabular-nums"> {renditions.percent} %</span>}
          </p>
        )}
      </div>
      <Actions channel={channel} upload={upload} sending={sending} />
    </li>
  );
}

function Actions({ channel, upload, sending }: UploadRowProps) {
  const t = useConsoleT();
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ['uploads', channel] });
  const remove = useMutation({
    mutationFn: async () => {
      forgetSending(upload.id);
      await removeUpload(channel, upload.id).catch((error: unknown) => {
        // 404: another operator has removed it already.
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      });
    },
    onError: () => showToast({ type: 'error', text: t('video.cancelFailed') }),
    onSettled: refresh,
  });
  const resume = (file: File | undefined) => {
    if (!file) return;
    if (isSameFile(upload, file)) void startSending(channel, upload.id, file, refresh);
    else showToast({ type: 'error', text: t('video.otherFile', { name: upload.name }) });
  };
  const isReceiving = upload.state === 'receiving';
  const canRemove = upload.state !== 'ready' && upload.state !== 'pictures';
  return (
    <div className="flex flex-wrap gap-2 sm:justify-end">
      {isReceiving && sending && sending.phase !== 'paused' && (
        <Button size="small" variant="secondary" onClick={() => pauseSending(upload.id)}>
          {t('video.pause')}
        </Button>
      )}
      {isReceiving && sending?.phase === 'paused' && (
        <Button size="small" onClick={() => void startSending(channel, upload.id, sending.file, refresh)}>
          {t('video.resume')}
        </Button>
      )}
      {isReceiving && !sending && (
        <label className={buttonClass('secondary', 'small', 'file-button')}>
          <input
            type="file"
            className="sr-only"
            onChange={({ currentTarget }) => {
              resume(currentTarget.files?.[0]);
              currentTarget.value = '';
            }}
          />
          {t('video.again')}
        </label>
      )}
      {canRemove && (
        <Button size="small" variant="quiet" disabled={remove.isPending} onClick={() => remove.mutate()}>
          {t(upload.state === 'failed' ? 'video.clear' : 'video.cancel')}
        </Button>
      )}
    </div>
  );
}
