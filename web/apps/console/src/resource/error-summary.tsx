import { type Locale, useConsoleT } from '@touchline/i18n';
import { type Ref, useId } from 'react';
import type { Editing } from './editing.ts';
import { labelOf } from './field-names.ts';
import type { Editable } from './resource.ts';
import type { SaveProblem } from './save-problems.ts';

interface ErrorSummaryProps {
  readonly ref: Ref<HTMLDivElement>;
  readonly resource: Editable;
  readonly own: Locale;
  readonly editing: Editing;
  readonly problems: readonly SaveProblem[];
  readonly onGo: (name: string) => void;
}

/** The problems of a form, each with a link to its field. */
export function ErrorSummary({ ref, resource, own, editing, problems, onGo }: ErrorSummaryProps) {
  const t = useConsoleT();
  const heading = useId();
  const clashes = Object.keys(editing.clashes);
  const items = [
    ...clashes.map((name) => ({ name, text: t('resource.bothChanged') })),
    ...problems.filter(({ name }) => !clashes.includes(name)),
  ];
  if (items.length === 0) return null;
  const by = editing.news?.by;
  return (
    <div
      ref={ref}
      role="group"
      tabIndex={-1}
      aria-labelledby={heading}
      className="rounded-card border border-danger px-4 py-3 text-sm"
    >
      <h2 id={heading} className="font-sans text-base font-semibold">
        {clashes.length > 0
          ? by
            ? t('resource.clashHeadingOf', { name: by })
            : t('resource.clashHeading')
          : t('resource.notSaved')}
      </h2>
      <ul className="mt-1">
        {items.map(({ name, text }) => (
          <li key={`${name} ${text}`}>
            <button
              type="button"
              className="inline-flex min-h-9 cursor-pointer items-center text-start text-danger underline underline-offset-4"
              onClick={() => onGo(name)}
            >
              {`${labelOf(resource, name, own, t)}: ${text}`}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
