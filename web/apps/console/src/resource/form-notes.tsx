import { type Locale, useConsoleT, useLocale } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { useState } from 'react';
import { sinceTime } from '../localisation/local-time.ts';
import type { Editing, News } from './editing.ts';
import { isUnsaved } from './editing.ts';
import { labelOf } from './field-names.ts';
import type { Editable } from './resource.ts';

interface FormNotesProps {
  readonly resource: Editable;
  readonly own: Locale;
  readonly editing: Editing;
  /** The item is being restored. */
  readonly isBusy: boolean;
  readonly hasFailed: boolean;
  readonly onDiscard: () => void;
  readonly onBringBack: () => void;
}

/** Notes above the fields: a restored draft, changes of another operator, a removal. */
export function FormNotes({ resource, own, editing, isBusy, hasFailed, onDiscard, onBringBack }: FormNotesProps) {
  const t = useConsoleT();
  const locale = useLocale();
  const [opened] = useState(() => new Date());
  const { removed, leftAt, taken, news } = editing;
  const time = ({ at }: News) => (at === null ? null : sinceTime(at, opened, locale));
  const fields = new Intl.ListFormat(locale).format(taken.map((name) => labelOf(resource, name, own, t)));
  const newsTime = news ? time(news) : null;
  return (
    <>
      {removed && (
        <div role="alert" className="form-note border-danger">
          <p>
            {removed.by !== null && removed.at !== null
              ? t('resource.removedBy', { name: removed.by, time: time(removed) ?? '' })
              : t('resource.removedMeanwhile')}
          </p>
          {hasFailed && <p className="text-danger">{t('resource.restoreFailed')}</p>}
          <Button variant="secondary" size="small" className="min-h-11" disabled={isBusy} onClick={onBringBack}>
            {t('resource.bringBackMine')}
          </Button>
        </div>
      )}
      {leftAt !== undefined && isUnsaved(editing) && (
        <div role="status" className="form-note">
          <p>{t('resource.draftBack', { time: sinceTime(leftAt / 1000, opened, locale) })}</p>
          <Button variant="secondary" size="small" className="min-h-11" onClick={onDiscard}>
            {t('resource.discardDraft')}
          </Button>
        </div>
      )}
      {taken.length > 0 && (
        <div role="status" className="form-note">
          <p>
            {news?.by && newsTime !== null
              ? t('resource.takenBy', { name: news.by, time: newsTime, fields })
              : t('resource.taken', { fields })}
          </p>
        </div>
      )}
    </>
  );
}
