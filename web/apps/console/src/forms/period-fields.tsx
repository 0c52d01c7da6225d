import { useConsoleT } from '@touchline/i18n';
import { useId } from 'react';
import type { PeriodSearch } from './period-search.ts';

interface PeriodFieldsProps {
  /** Of the text. */
  readonly label: string;
  readonly typed: Required<PeriodSearch>;
  readonly onType: (change: PeriodSearch) => void;
}

/** The first day, the last day and a text, for the grid of a filter. */
export function PeriodFields({ label, typed, onType }: PeriodFieldsProps) {
  const t = useConsoleT();
  const id = useId();
  return (
    <>
      <div>
        <label htmlFor={`${id}-from`} className="text-sm font-medium">
          {t('audit.from')}
        </label>
        <input
          id={`${id}-from`}
          type="date"
          value={typed.from}
          max={typed.to || undefined}
          className="field mt-1.5"
          onChange={({ currentTarget }) => onType({ from: currentTarget.value })}
        />
      </div>
      <div>
        <label htmlFor={`${id}-to`} className="text-sm font-medium">
          {t('audit.to')}
        </label>
        <input
          id={`${id}-to`}
          type="date"
          value={typed.to}
          min={typed.from || undefined}
          className="field mt-1.5"
          onChange={({ currentTarget }) => onType({ to: currentTarget.value })}
        />
      </div>
      <div>
        <label htmlFor={`${id}-find`} className="text-sm font-medium">
          {label}
        </label>
        <input
          id={`${id}-find`}
          type="search"
          value={typed.find}
          maxLength={254}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="field mt-1.5"
          onChange={({ currentTarget }) => onType({ find: currentTarget.value })}
        />
      </div>
    </>
  );
}
