import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useConsoleT } from '@touchline/i18n';
import { useDeferredValue, useId, useState } from 'react';
import { Field } from '../forms/field.tsx';
import type { InputProps } from './field-props.ts';
import type { Referred } from './resource.ts';

interface ReferenceFieldProps extends InputProps {
  readonly channel: number;
  /** The field's name, part of the cache key. */
  readonly name: string;
  readonly find: (channel: number, text: string, signal: AbortSignal) => Promise<readonly Referred[]>;
}

/** Refers to another item, found by name. */
export function ReferenceField({
  channel,
  name,
  find,
  id,
  label,
  hint,
  problem,
  value,
  onChange,
}: ReferenceFieldProps) {
  const t = useConsoleT();
  const findId = useId();
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim());
  const found = useQuery({
    queryKey: ['referred', channel, name, wanted],
    queryFn: ({ signal }) => find(channel, wanted, signal),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const [chosen, setChosen] = useState<Referred>();
  const present = typeof value === 'number' ? value : null;
  const offered = found.data ?? [];
  const isOffered = offered.some((one) => one.id === present);
  const choose = (word: string) => {
    const one = offered.find((other) => String(other.id) === word);
    setChosen(one);
    onChange(one?.id ?? (word === '' ? null : present));
  };
  const state =
    found.isError && !found.data
      ? t('resource.notFoundError')
      : wanted !== '' &&
        offered.length === 0 &&
        !found.isPending &&
        !found.isPlaceholderData &&
        t('resource.noneFound');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Field id={id} label={label} hint={hint} problem={problem}>
        {(wiring) => (
          <select
            {...wiring}
            value={present ?? ''}
            className="field"
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          >
            <option value="">{t('resource.nothing')}</option>
            {present !== null && !isOffered && (
              <option value={present}>
                {chosen?.id === present ? chosen.name : t('resource.numbered', { number: present })}
              </option>
            )}
            {offered.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
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
