import { useMutation, useQueryClient } from '@tanstack/react-query';
import { fieldProblems, setPlayers, type VideoDetails } from '@touchline/api/console';
import { problemText, useConsoleT } from '@touchline/i18n';
import { Button, showToast } from '@touchline/ui';
import { type FormEvent, useId, useState } from 'react';
import { videoQuery } from './upload-queries.ts';

const FIELDS = [
  { name: 'player_url', label: 'video.player' },
  { name: 'preview_url', label: 'video.preview' },
] as const;

interface PlayersFormProps {
  readonly channel: number;
  readonly video: VideoDetails;
}

/** A game that another site shows: the addresses of its players. */
export function PlayersForm({ channel, video }: PlayersFormProps) {
  const t = useConsoleT();
  const ids = useId();
  const client = useQueryClient();
  const [urls, setUrls] = useState({ player_url: video.player_url ?? '', preview_url: video.preview_url ?? '' });
  const save = useMutation({
    mutationFn: () => setPlayers(channel, video.id, urls),
    onSuccess: async ({ player_url, preview_url }) => {
      setUrls({ player_url: player_url ?? '', preview_url: preview_url ?? '' });
      showToast({ type: 'success', text: t('video.playersSaved') });
      await client.invalidateQueries(videoQuery(channel, video.kind, video.id));
    },
  });
  const wrong = (field: string) => fieldProblems(save.error, field).map((problem) => problemText(problem, t))[0];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form aria-labelledby={`${ids}-title`} onSubmit={submit} className="mt-8 grid gap-3">
      <h3 id={`${ids}-title`} className="font-semibold">
        {t('video.players')}
      </h3>
      <p className="max-w-[62ch] text-sm text-pretty text-muted">{t('video.playersText')}</p>
      {FIELDS.map(({ name, label }) => {
        const problem = wrong(name);
        return (
          <div key={name}>
            <label htmlFor={`${ids}-${name}`} className="text-sm font-medium">
              {t(label)}
            </label>
            <input
              id={`${ids}-${name}`}
              type="url"
              inputMode="url"
              maxLength={2000}
              placeholder="https://"
              autoComplete="off"
              value={urls[name]}
              className="field mt-1.5"
              aria-invalid={problem !== undefined}
              aria-describedby={problem === undefined ? undefined : `${ids}-${name}-problem`}
              onChange={({ currentTarget: { value } }) => setUrls((before) => ({ ...before, [name]: value }))}
            />
            {problem !== undefined && (
              <p id={`${ids}-${name}-problem`} role="alert" className="mt-1 text-sm text-danger first-letter:uppercase">
                {problem}
              </p>
            )}
          </div>
        );
      })}
      {save.isError && FIELDS.every(({ name }) => wrong(name) === undefined) && (
        <p role="alert" className="text-sm text-danger">
          {t('video.playersFailed')}
        </p>
      )}
      <Button type="submit" variant="secondary" className="justify-self-start" disabled={save.isPending}>
        {t('video.savePlayers')}
      </Button>
    </form>
  );
}
