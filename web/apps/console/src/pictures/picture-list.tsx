import { useQuery } from '@tanstack/react-query';
import type { PictureItem } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { Button, EmptyState, ErrorState, pictureSources } from '@touchline/ui';
import { useId, useState } from 'react';
import { RowsSkeleton } from '../resource/rows-skeleton.tsx';
import { picturesQuery } from './picture-queries.ts';
import './pictures.css';

interface PictureListProps {
  readonly channel: number;
  /** What a click on a picture does, by its name. */
  readonly action: 'pictures.openNamed' | 'pictures.chooseNamed';
  readonly onPick: (picture: PictureItem) => void;
}

/** The library, with search by name. */
export function PictureList({ channel, action, onPick }: PictureListProps) {
  const t = useConsoleT();
  const locale = useLocale();
  const id = useId();
  const [find, setFind] = useState('');
  const { data: pictures, isPending, refetch } = useQuery(picturesQuery(channel));
  if (isPending) return <RowsSkeleton />;
  if (!pictures) return <ErrorState text={t('pictures.error')} onRetry={() => void refetch()} />;
  if (pictures.length === 0) return <EmptyState title={t('pictures.empty')} text={t('pictures.emptyText')} />;
  const words = find.trim().toLocaleLowerCase(locale);
  const shown = pictures.filter(({ name }) => name.toLocaleLowerCase(locale).includes(words));
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div role="search" className="min-w-0 flex-1 basis-60 sm:max-w-md">
          <label htmlFor={id} className="text-sm font-medium">
            {t('pictures.find')}
          </label>
          <input
            id={id}
            type="search"
            value={find}
            maxLength={100}
            autoComplete="off"
            className="field mt-1.5"
            onChange={({ currentTarget }) => setFind(currentTarget.value)}
          />
        </div>
        <output className="text-sm text-muted tabular-nums">{t('resource.count', { count: shown.length })}</output>
      </div>
      {shown.length === 0 && (
        <EmptyState title={t('resource.noMatch')} text={t('resource.noMatchText')}>
          <Button variant="secondary" onClick={() => setFind('')}>
            {t('resource.clear')}
          </Button>
        </EmptyState>
      )}
      <ul aria-label={t('pictures.title')} className="picture-grid">
        {shown.map((picture) => (
          <li key={picture.id}>
            <button
              type="button"
              aria-label={t(action, { name: picture.name })}
              className="picture-tile"
              onClick={() => onPick(picture)}
            >
              <img
                {...pictureSources(picture.address)}
                // All of it: nothing is to be cut off here.
                style={undefined}
                sizes="12rem"
                alt=""
                loading="lazy"
                width={picture.width}
                height={picture.height}
              />
              <span className="line-clamp-2 text-sm font-medium wrap-anywhere">{picture.name}</span>
              <span className="text-sm text-muted">
                {t(picture.uses.length > 0 ? 'pictures.used' : 'pictures.unused', { count: picture.uses.length })}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
