import { useClipT } from '@touchline/i18n';
import { useId, useState } from 'react';
import { formatClock, parseClock } from './clock.ts';

interface TimeFieldProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (seconds: number) => void;
  readonly describedBy: string | undefined;
}

/** A time as h:m:s, taken over when it is left. */
export function TimeField({ label, value, onChange, describedBy }: TimeFieldProps) {
  const t = useClipT();
  const id = useId();
  /** Null while the field has no unfinished text. */
  const [text, setText] = useState<string | null>(null);
  const isBad = text !== null && parseClock(text) === null;
  const take = () => {
    const seconds = text === null ? null : parseClock(text);
    if (seconds === null) return;
    setText(null);
    onChange(seconds);
  };
  return (
    <div className="clip-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        className="clip-input clip-time"
        value={text ?? formatClock(value)}
        aria-invalid={isBad || describedBy !== undefined}
        aria-describedby={isBad ? `${id}-bad` : describedBy}
        onChange={({ target }) => setText(target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          take();
        }}
      />
      {isBad && (
        <p id={`${id}-bad`} className="clip-problem">
          {t('clip.badTime')}
        </p>
      )}
    </div>
  );
}
