import { type Locale, useConsoleT, useLocale } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { useId } from 'react';
import { Comparison } from './comparison.tsx';
import { diff, type Fields, fieldValue } from './draft.ts';
import { fieldOf, labelOf } from './field-names.ts';
import type { Editable } from './resource.ts';
import { sayBoth } from './say-value.ts';

interface RevisionComparisonProps {
  readonly resource: Editable;
  readonly own: Locale;
  /** The time of the earlier version. */
  readonly time: string;
  readonly earlier: Fields;
  readonly now: Fields;
  readonly isBusy: boolean;
  readonly onRestore: () => void;
}

/** The changes since an earlier version, field by field. */
export function RevisionComparison({ resource, own, time, earlier, now, isBusy, onRestore }: RevisionComparisonProps) {
  const t = useConsoleT();
  const locale = useLocale();
  const heading = useId();
  const changed = Object.keys(diff(earlier, now)).flatMap((name) => {
    const found = fieldOf(resource, name);
    if (!found) return [];
    const said = sayBoth(found.field, fieldValue(earlier, name), fieldValue(now, name), t, locale);
    return [{ name, ...said }];
  });
  return (
    <section
      aria-labelledby={heading}
      className="grid min-w-0 basis-full grid-cols-[minmax(0,1fr)] gap-4 rounded-card border border-line p-4 sm:p-5"
    >
      <h3 id={heading} className="text-lg leading-6">
        {t('resource.since', { time })}
      </h3>
      {changed.length === 0 ? (
        <p className="text-sm text-muted">{t('resource.sameAsNow')}</p>
      ) : (
        <>
          <p className="text-sm text-pretty text-muted">{t('resource.sinceText')}</p>
          <dl className="grid gap-4">
            {changed.map(({ name, before, after }) => (
              <div key={name}>
                <dt className="text-sm font-medium">{labelOf(resource, name, own, t)}</dt>
                <dd className="mt-1">
                  <Comparison before={before} after={after} />
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {changed.length > 0 && (
        <Button variant="secondary" className="min-h-11 justify-self-start" disabled={isBusy} onClick={onRestore}>
          {t('resource.restore', { time })}
        </Button>
      )}
    </section>
  );
}
