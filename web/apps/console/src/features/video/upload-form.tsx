import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { beginUpload, type TargetKind, type UploadSummary } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button, showToast } from '@touchline/ui';
import { type FormEvent, useDeferredValue, useState } from 'react';
import { FileField } from './file-field.tsx';
import { isSameFile } from './same-file.ts';
import { startSending } from './sending.ts';
import { TargetField } from './target-field.tsx';
import { targetsQuery, uploadsQuery } from './upload-queries.ts';
import { uploadRefusal } from './upload-refusal.ts';
import { VideoExtras } from './video-extras.tsx';

/** Picks what the video is of, and its file; a file that was begun before goes on where it was. */
export function UploadForm({ channel }: { readonly channel: number }) {
  const t = useConsoleT();
  const client = useQueryClient();
  const [kind, setKind] = useState<TargetKind>('event');
  const [text, setText] = useState('');
  const [target, setTarget] = useState<number | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const targets = useQuery(targetsQuery(channel, kind, useDeferredValue(text.trim())));
  const refresh = () => client.invalidateQueries({ queryKey: ['uploads', channel] });

  const begin = useMutation({
    mutationFn: async (wanted: { id: number; file: File }) => {
      const known = client.getQueryData(uploadsQuery(channel).queryKey) ?? [];
      const isIt = (upload: UploadSummary) =>
        upload.state === 'receiving' &&
        upload.target.kind === kind &&
        upload.target.id === wanted.id &&
        isSameFile(upload, wanted.file);
      return known.find(isIt)?.id ?? beginUpload(channel, kind, wanted.id, wanted.file);
    },
    onSuccess: (upload, wanted) => {
      void startSending(channel, upload, wanted.file, refresh);
      setFile(null);
      setTarget(null);
      void refresh();
    },
    onError: (error) => showToast({ type: 'error', text: t('video.beginFailed', { reason: uploadRefusal(error, t) }) }),
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (target === null) return setProblem(t('video.needsTarget'));
    if (file === null) return setProblem(t('video.needsFile'));
    setProblem(null);
    begin.mutate({ id: target, file });
  };

  return (
    <>
      <form aria-labelledby="new-upload" onSubmit={submit} className="mt-6 grid max-w-2xl gap-5">
        <h2 id="new-upload" className="text-xl leading-7">
          {t('video.new')}
        </h2>
        <TargetField
          kind={kind}
          text={text}
          target={target}
          // Those of before are shown while others are looked for, but never games for films.
          targets={targets.data?.filter((found) => found.kind === kind)}
          isStale={targets.isPlaceholderData}
          isError={targets.isError}
          onKind={(chosen) => {
            setKind(chosen);
            setTarget(null);
          }}
          onText={(typed) => {
            setText(typed);
            setTarget(null);
          }}
          onTarget={setTarget}
        />
        <FileField file={file} onFile={setFile} />
        {problem && (
          <p role="alert" className="text-sm text-danger">
            {problem}
          </p>
        )}
        <Button type="submit" className="justify-self-start" disabled={begin.isPending}>
          {t('video.start')}
        </Button>
      </form>
      {target !== null && <VideoExtras key={`${kind} ${target}`} channel={channel} kind={kind} target={target} />}
    </>
  );
}
