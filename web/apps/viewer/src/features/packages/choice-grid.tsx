import { useShopT } from '@touchline/i18n';
import { useState } from 'react';
import { LabelledField } from '../../commerce/labelled-field.tsx';
import type { Option } from './pass-choice.ts';

/** Above so many a list is searched; so many are shown at once. */
const MANY = 12;
const MAX_SHOWN = 60;

interface ChoiceGridProps {
  readonly title: string;
  readonly options: readonly (Option & { readonly note?: string })[];
  readonly chosen: readonly number[];
  readonly onChoose: (ids: readonly number[]) => void;
}

/** Boxes to tick; what is owned cannot be. */
export function ChoiceGrid({ title, options, chosen, onChoose }: ChoiceGridProps) {
  const t = useShopT();
  const [text, setText] = useState('');
  const wanted = text.trim().toLocaleLowerCase();
  const found = options.filter(({ id, name }) => chosen.includes(id) || name.toLocaleLowerCase().includes(wanted));
  const toggle = (id: number) =>
    onChoose(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-3 font-display text-[1.75rem] leading-8 font-extrabold">{title}</legend>
      {options.length > MANY && (
        <LabelledField
          type="search"
          label={t('select.find')}
          value={text}
          problem={undefined}
          onChange={({ target }) => setText(target.value)}
        />
      )}
      <div className="choice-grid">
        {found.slice(0, MAX_SHOWN).map(({ id, name, isOwned, note }) => (
          <label key={id} className="card-option">
            <input
              type="checkbox"
              checked={isOwned || chosen.includes(id)}
              disabled={isOwned}
              onChange={() => toggle(id)}
            />
            <span className="min-w-0 flex-1">
              <span className="block font-semibold wrap-anywhere">{name}</span>
              {(isOwned || note !== undefined) && (
                <span className="block text-sm text-muted">{isOwned ? t('select.owned') : note}</span>
              )}
            </span>
          </label>
        ))}
      </div>
      {found.length === 0 && <p className="text-muted">{t('select.noTeam')}</p>}
    </fieldset>
  );
}
