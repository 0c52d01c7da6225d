import { formatColour, parseColour } from '@touchline/theme';
import { useConsoleT } from '@touchline/i18n';
import { Field } from '../forms/field.tsx';
import { asText, type InputProps } from './field-props.ts';
import './colour-field.css';

interface ColourFieldProps extends InputProps {
  readonly isNullable: boolean;
  /** Used where the field is empty. */
  readonly fallback: string | undefined;
}

/** A colour, picked or typed in any notation that the server reads. */
export function ColourField({
  id,
  label,
  hint,
  problem,
  value,
  isNullable,
  fallback = '#000000',
  onChange,
}: ColourFieldProps) {
  const t = useConsoleT();
  const text = asText(value);
  const colour = parseColour(text);
  const wrong = text.trim() === '' ? !isNullable && t('colours.needed') : !colour && t('colours.notOne');
  return (
    <Field id={id} label={label} hint={hint} problem={wrong || problem}>
      {(wiring) => (
        <div className="flex gap-2">
          <input
            type="color"
            aria-label={t('colours.picker', { colour: label })}
            value={colour ? formatColour(colour) : fallback}
            className="colour-picker size-11 shrink-0"
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
          <input
            {...wiring}
            value={text}
            maxLength={64}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="field tabular-nums"
            onChange={({ currentTarget: { value: typed } }) =>
              onChange(isNullable && typed.trim() === '' ? null : typed)
            }
          />
        </div>
      )}
    </Field>
  );
}
