import { classNames } from '@touchline/ui';
import { ChevronDown } from 'lucide-react';
import type { Option } from './filter-options.ts';

export type FieldLook = 'pill' | 'field';

interface SelectFieldProps {
  readonly label: string;
  /** The first option, which chooses nothing. */
  readonly all: string;
  readonly options: readonly Option[];
  readonly value: string | undefined;
  readonly look: FieldLook;
  readonly onChange: (value: string | undefined) => void;
}

/** A choice out of a list: a pill in the bar, a field with its label in the sheet. */
export function SelectField({ label, all, options, value, look, onChange }: SelectFieldProps) {
  return (
    <label className={look === 'field' ? 'grid gap-1.5' : 'min-w-0'}>
      <span className={look === 'field' ? 'text-sm font-semibold' : 'sr-only'}>{label}</span>
      <span className="relative block">
        <select
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value || undefined)}
          className={classNames(
            'w-full cursor-pointer appearance-none truncate border bg-body pe-9 text-text transition-colors duration-120 hover:bg-raised',
            look === 'field'
              ? 'min-h-12 rounded-field ps-4 text-base'
              : 'field-sizing-content min-h-10 max-w-52 rounded-full ps-4 text-sm font-medium',
            value === undefined ? 'border-control' : 'border-accent-text inset-ring inset-ring-accent-text',
          )}
        >
          <option value="">{all}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden
          size={16}
          className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted"
        />
      </span>
    </label>
  );
}
