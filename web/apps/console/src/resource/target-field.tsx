import { useQuery } from '@tanstack/react-query';
import { pageCalls } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { useId, useState } from 'react';
import { Field } from '../forms/field.tsx';
import { asText, type InputProps } from './field-props.ts';
import { rowsQuery } from './resource-queries.ts';
import { sectionsBeside } from './site-targets.ts';

interface TargetFieldProps extends InputProps {
  readonly channel: number;
  readonly isNullable: boolean;
}

/** Shares the cache of the list of pages. */
const PAGES = { noun: 'pages', calls: pageCalls } as const;
/** No path begins like this. */
const OTHER = 'other';

/** The target of a link: a page of the channel, a fixed section, or a typed address. */
export function TargetField({ channel, isNullable, id, label, hint, problem, value, onChange }: TargetFieldProps) {
  const t = useConsoleT();
  const addressId = useId();
  const { data: pages = [], isPending } = useQuery(rowsQuery(channel, PAGES));
  const sections = sectionsBeside(pages);
  const address = asText(value);
  const isKnown = [...pages, ...sections].some(({ url }) => url === address);
  const [isTyping, setTyping] = useState(false);
  const isOther = isTyping || (address !== '' && !isKnown && !isPending);
  const choose = (chosen: string) => {
    setTyping(chosen === OTHER);
    if (chosen !== OTHER) onChange(chosen === '' && isNullable ? null : chosen);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Field id={id} label={label} problem={isOther ? undefined : problem}>
        {(wiring) => (
          <select
            {...wiring}
            value={isOther ? OTHER : address}
            className="field"
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          >
            <option value="">{t(isNullable ? 'target.none' : 'target.choose')}</option>
            {isPending && address !== '' && !isOther && <option value={address}>{address}</option>}
            {pages.length > 0 && (
              <optgroup label={t('target.pages')}>
                {pages.map((page) => (
                  <option key={page.id} value={page.url}>{`${page.name} (${page.url})`}</option>
                ))}
              </optgroup>
            )}
            <optgroup label={t('target.sections')}>
              {sections.map((section) => (
                <option key={section.url} value={section.url}>
                  {t(section.label)}
                </option>
              ))}
            </optgroup>
            <option value={OTHER}>{t('target.other')}</option>
          </select>
        )}
      </Field>
      {isOther && (
        <Field id={addressId} label={t('target.address')} hint={hint} problem={problem}>
          {(wiring) => (
            <input
              {...wiring}
              value={address}
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={2048}
              className="field"
              onChange={({ currentTarget }) =>
                onChange(currentTarget.value === '' && isNullable ? null : currentTarget.value)
              }
            />
          )}
        </Field>
      )}
    </div>
  );
}
