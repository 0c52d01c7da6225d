import { useEffect, useRef } from 'react';
import { type Day, isDay } from '../../time/days.ts';

interface DateFieldProps {
  readonly label: string;
  readonly value: Day | undefined;
  readonly min: Day;
  readonly max: Day;
  readonly onChange: (day: Day | undefined) => void;
}

/** A day. A half-typed year makes days out of range, so only days in range count. */
export function DateField({ label, value = '', min, max, onChange }: DateFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const element = input.current;
    if (element && element.value !== value && element !== document.activeElement) element.value = value;
  }, [value]);
  const change = (text: string) => {
    if (text === '') onChange(undefined);
    else if (isDay(text) && text >= min && text <= max) onChange(text);
  };
  return (
    <label className="grid min-w-0 gap-1.5">
      <span className="text-sm font-semibold">{label}</span>
      <input
        ref={input}
        type="date"
        defaultValue={value}
        min={min}
        max={max}
        onChange={({ target }) => change(target.value)}
        onBlur={({ target }) => {
          target.value = value;
        }}
        className="min-h-12 w-full rounded-field border border-control bg-body px-4 text-base text-text tabular-nums"
      />
    </label>
  );
}
