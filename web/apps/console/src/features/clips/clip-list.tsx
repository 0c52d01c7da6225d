import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { OperatorChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button, buttonClass, EmptyState } from '@touchline/ui';
import { useState } from 'react';
import { ListFrame } from '../../lists/list-frame.tsx';
import { useAddressedRow } from '../../lists/list-row.ts';
import { SelectionBar } from '../../lists/selection-bar.tsx';
import { ClipRow } from './clip-row.tsx';
import { clipsQuery } from './clips-query.ts';
import { clipsSearch, type ClipsSearch } from './clips-search.ts';
import { TakeDownSheet } from './take-down-sheet.tsx';

interface ClipListProps {
  readonly channel: OperatorChannel;
  readonly search: ClipsSearch;
}

/** What fans have cut, and the way to take it down. */
export function ClipList({ channel, search }: ClipListProps) {
  const t = useConsoleT();
  const navigate = useNavigate();
  const query = useInfiniteQuery(clipsQuery(channel.id, search.clip));
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [isAsking, setAsking] = useState(false);
  const clips = query.data?.pages.flatMap((page) => page.clips) ?? [];
  useAddressedRow(clips.length > 0);
  const all = (
    <Link
      to="/$channel/clips"
      params={{ channel: channel.alias }}
      search={{}}
      className={buttonClass('secondary', 'small', 'min-h-11')}
    >
      {t('fanClips.showAll')}
    </Link>
  );
  const empty =
    search.clip === undefined ? (
      <EmptyState title={t('fanClips.empty')} text={t('fanClips.emptyText')} />
    ) : (
      <EmptyState title={t('fanClips.nothing')} text={t('fanClips.nothingText')}>
        {all}
      </EmptyState>
    );
  // Only what is still in the list.
  const selected = clips.filter(({ id }) => chosen.has(id));
  const choose = (id: number, isChosen: boolean) =>
    setChosen(new Set(isChosen ? [...chosen, id] : [...chosen].filter((other) => other !== id)));
  const asked = clips.filter(({ id }) => id === search.sheet);
  const show = (sheet: number | undefined, replace: boolean) =>
    void navigate({
      to: '/$channel/clips',
      params: { channel: channel.alias },
      search: clipsSearch({ ...search, sheet }),
      replace,
      resetScroll: false,
    });
  return (
    <ListFrame query={query} error={t('fanClips.error')} empty={clips.length === 0 && empty} more={t('fanClips.more')}>
      {search.clip !== undefined && <div className="mt-4">{all}</div>}
      <SelectionBar count={selected.length} onClear={() => setChosen(new Set())}>
        <Button variant="secondary" size="small" className="min-h-11" onClick={() => setAsking(true)}>
          {t('fanClips.takeDownCount', { count: selected.length })}
        </Button>
      </SelectionBar>
      <ul aria-label={t('fanClips.title')} className="list">
        {clips.map((clip) => (
          <ClipRow
            key={clip.id}
            clip={clip}
            isChosen={chosen.has(clip.id)}
            onChoose={(isChosen) => choose(clip.id, isChosen)}
            onTakeDown={() => show(clip.id, false)}
          />
        ))}
      </ul>
      <TakeDownSheet
        channel={channel.id}
        clips={isAsking ? selected : asked}
        open={isAsking || asked.length > 0}
        onClose={() => {
          if (isAsking) setAsking(false);
          else if (search.sheet !== undefined) show(undefined, true);
        }}
      />
    </ListFrame>
  );
}
