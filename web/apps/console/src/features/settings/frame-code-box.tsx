import { useQuery } from '@tanstack/react-query';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { useDeferredValue, useId, useState } from 'react';
import { copyText } from '../../forms/copy-text.ts';
import { embeddableGamesQuery } from './embedding-queries.ts';
import { frameCode } from './frame-code.ts';

/** The code with which another site shows a game: the first of those found, until one is chosen. */
export function FrameCodeBox({ channel }: { readonly channel: number }) {
  const t = useConsoleT();
  const id = useId();
  const day = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'medium' });
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<number | null>(null);
  const games = useQuery(embeddableGamesQuery(channel, useDeferredValue(text.trim())));
  const game = games.data?.find((found) => found.id === chosen) ?? games.data?.[0];
  const code = game && frameCode(game);
  return (
    <section aria-labelledby={`${id}-title`} className="mt-8 grid gap-3">
      <h3 id={`${id}-title`} className="font-semibold">
        {t('embedding.code')}
      </h3>
      <p className="max-w-[62ch] text-sm text-pretty text-muted">{t('embedding.codeText')}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <div>
          <label htmlFor={`${id}-text`} className="text-sm font-medium">
            {t('embedding.find')}
          </label>
          <input
            id={`${id}-text`}
            type="search"
            value={text}
            maxLength={100}
            autoComplete="off"
            className="field mt-1.5"
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        </div>
        <div>
          <label htmlFor={`${id}-game`} className="text-sm font-medium">
            {t('embedding.game')}
          </label>
          <select
            id={`${id}-game`}
            value={game?.id ?? ''}
            disabled={!game}
            className="field mt-1.5"
            aria-describedby={`${id}-state`}
            onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
          >
            {games.data?.map((found) => (
              <option key={found.id} value={found.id}>
                {`${found.title}, ${day.format(found.date * 1000)}`}
              </option>
            ))}
          </select>
        </div>
      </div>
      <output id={`${id}-state`} className="text-sm text-muted empty:hidden">
        {games.isError && !games.data
          ? t('embedding.gamesError')
          : games.data?.length === 0 && !games.isPlaceholderData && t('embedding.noGames')}
      </output>
      {code !== undefined && (
        <>
          <div>
            <label htmlFor={`${id}-code`} className="text-sm font-medium">
              {t('embedding.html')}
            </label>
            <textarea
              id={`${id}-code`}
              readOnly
              rows={5}
              value={code}
              className="field mt-1.5 h-auto py-2 font-mono text-sm"
            />
          </div>
          <Button
            variant="secondary"
            className="justify-self-start"
            onClick={() => copyText(code, t('embedding.copied'), t('embedding.copyFailed'))}
          >
            {t('embedding.copy')}
          </Button>
        </>
      )}
    </section>
  );
}
