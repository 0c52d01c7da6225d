import { useConsoleT, useLocale } from '@touchline/i18n';
import { Field } from '../forms/field.tsx';
import type { InputProps } from './field-props.ts';
import { fromLocalInput, toLocalInput } from './local-input.ts';

/** A moment in the operator's time zone, which the hint names. */
export function TimeField({ id, label, hint, problem, value, onChange }: InputProps) {
  const t = useConsoleT();
  const format = new Intl.DateTimeFormat(useLocale(), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  const zone = format.resolvedOptions().timeZone;
  const says = typeof value === 'number' ? format.format(value * 1000) : t('resource.yourZone', { zone });
  return (
    <Field id={id} label={label} hint={[hint, says].filter(Boolean).join(' ')} problem={problem}>
      {(wiring) => (
        <input
          {...wiring}
          type="datetime-local"
          value={typeof value === 'number' ? toLocalInput(value) : ''}
          className="field max-w-64"
          onChange={({ currentTarget }) => onChange(fromLocalInput(currentTarget.value))}
        />
      )}
    </Field>
  );
}
