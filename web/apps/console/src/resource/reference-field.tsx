import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { fetchNames, type NamedItem, type NamedKind } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { useDeferredValue, useId, useState } from 'react';
import { Field } from '../forms/field.tsx';
import type { InputProps } from './field-props.ts';

interface ReferenceFieldProps extends InputProps {
  readonly channel: number;
  readonly to: NamedKind;
}

/** Refers to a game, sport, school or team, found by name. */
export function ReferenceField({ channel, to, id, label, hint, problem, value, onChange }: ReferenceFieldProps) {
  const t = useConsoleT();
  const locale = useLocale();
  const findId = useId();
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim());
  const present = typeof value === 'number' ? value : null;
  // The chosen one is asked for where the search does not offer it.
  const [kept, setKept] = useState(present);
  const found = useQuery({
    queryKey: ['names', channel, to, wanted, kept],
    queryFn: ({ signal }) => fetchNames(channel, { kind: to, text: wanted, id: kept }, signal),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const offered = found.data ?? [];
  const isOffered = offered.some((one) => one.id === present);
  if (present !== null && found.data && !isOffered && kept !== present) setKept(present);
  const isNone = found.isSuccess && !found.isPlaceholderData && offered.every((one) => !isMatch(one, wanted, kept));
  const state =
    found.isError && !found.data ? t('resource.notFoundError') : wanted !== '' && isNone && t('resource.noneFound');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Field id={id} label={label} hint={hint} problem={problem}>
        {(wiring) => (
          <select
            {...wiring}
            value={present ?? ''}
            className="field"
            onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : Number(currentTarget.value))}
          >
            <option value="">{t('resource.nothing')}</option>
            {present !== null && !isOffered && (
              <option value={present}>{t('resource.numbered', { number: present })}</option>
            )}
            {offered.map((one) => (
              <option key={one.id} value={one.id}>
                {sayName(one, locale)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div className="grid gap-1.5">
        <label htmlFor={findId} className="text-sm text-muted">
          {t('resource.findReferred')}
        </label>
        <input
          id={findId}
          type="search"
          value={text}
          maxLength={100}
          autoComplete="off"
          className="field"
          aria-describedby={`${findId}-state`}
          // Enter would submit the form.
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <output id={`${findId}-state`} className="text-sm text-muted empty:hidden">
          {state}
        </output>
      </div>
    </div>
  );
}

/** The kept one is listed with any text. */
function isMatch({ id, name }: NamedItem, text: string, kept: number | null): boolean {
  return id !== kept || name.toLowerCase().includes(text.toLowerCase());
}

function sayName({ name, date }: NamedItem, locale: string): string {
  if (date === null) return name;
  return `${name}, ${new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(date * 1000)}`;
}
