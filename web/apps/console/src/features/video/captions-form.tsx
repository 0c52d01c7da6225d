import { useMutation, useQueryClient } from '@tanstack/react-query';
import { fieldProblems, removeCaptions, setCaptions, type VideoDetails } from '@touchline/api/console';
import { problemText, useConsoleT } from '@touchline/i18n';
import { Button, showToast } from '@touchline/ui';
import { type FormEvent, useId, useState } from 'react';
import { videoQuery } from './upload-queries.ts';
import '../../lists/list.css';

interface CaptionsFormProps {
  readonly channel: number;
  readonly video: VideoDetails;
}

/** The captions that a video has, and another file of them. */
export function CaptionsForm({ channel, video }: CaptionsFormProps) {
  const t = useConsoleT();
  const ids = useId();
  const client = useQueryClient();
  const [language, setLanguage] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const refresh = () => client.invalidateQueries(videoQuery(channel, video.kind, video.id));
  const add = useMutation({
    mutationFn: (wanted: { language: string; file: File }) => setCaptions(channel, video, wanted.language, wanted.file),
    onSuccess: async ({ captions }) => {
      setFile(null);
      showToast({ type: 'success', text: t('video.captionsAdded', { count: captions }) });
      await refresh();
    },
    onError: (error) => {
      const [refused] = [...fieldProblems(error, 'file'), ...fieldProblems(error, 'language')];
      const words = refused && problemText(refused, t);
      setProblem(words ? t('video.captionsRefused', { problem: words }) : t('video.captionsFailed'));
    },
  });
  const remove = useMutation({
    mutationFn: (tag: string) => removeCaptions(channel, video, tag),
    onError: () => showToast({ type: 'error', text: t('video.captionsNotRemoved') }),
    onSettled: refresh,
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (language === '') return setProblem(t('video.needsLanguage'));
    if (file === null) return setProblem(t('video.needsFile'));
    setProblem(null);
    add.mutate({ language, file });
  };

  return (
    <form aria-labelledby={`${ids}-title`} onSubmit={submit} className="mt-5 grid gap-3">
      <h3 id={`${ids}-title`} className="font-semibold">
        {t('video.captions')}
      </h3>
      {video.captions.length > 0 && (
        <ul aria-labelledby={`${ids}-title`} className="list mt-0!">
          {video.captions.map(({ tag, name }) => (
            <li key={tag} className="flex min-h-13 items-center justify-between gap-3 border-b border-(--line) px-1">
              <span lang={tag}>{name}</span>
              <Button
                type="button"
                size="small"
                variant="quiet"
                aria-label={t('video.removeCaptions', { language: name })}
                disabled={remove.isPending}
                onClick={() => remove.mutate(tag)}
              >
                {t('video.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {video.has_video ? (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <div>
              <label htmlFor={`${ids}-language`} className="text-sm font-medium">
                {t('video.language')}
              </label>
              <select
                id={`${ids}-language`}
                value={language}
                className="field mt-1.5"
                onChange={({ currentTarget }) => setLanguage(currentTarget.value)}
              >
                <option value="">{t('video.choose')}</option>
                {video.languages.map(({ tag, name }) => (
                  <option key={tag} value={tag} lang={tag}>
                    {name}
                  </option>
                ))}
              </select>
            </div>
            <div>
              <label htmlFor={`${ids}-file`} className="text-sm font-medium">
                {t('video.captionsFile')}
              </label>
              <input
                // Made anew once its file is over.
                key={file ? 'chosen' : 'empty'}
                id={`${ids}-file`}
                type="file"
                accept=".vtt,.srt,text/vtt"
                aria-describedby={`${ids}-hint`}
                className="field mt-1.5 pt-2"
                onChange={({ currentTarget }) => setFile(currentTarget.files?.[0] ?? null)}
              />
            </div>
          </div>
          <p id={`${ids}-hint`} className="text-sm text-muted">
            {t('video.captionsHint')}
          </p>
          {problem && (
            <p role="alert" className="text-sm wrap-anywhere text-danger">
              {problem}
            </p>
          )}
          <Button type="submit" variant="secondary" className="justify-self-start" disabled={add.isPending}>
            {t('video.addCaptions')}
          </Button>
        </>
      ) : (
        <p className="text-sm text-muted">{t('video.captionsLater')}</p>
      )}
    </form>
  );
}
