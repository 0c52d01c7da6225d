import { useConsoleT } from '@touchline/i18n';
import { useId } from 'react';
import type { Clash, Value } from './draft.ts';
import { Comparison } from './comparison.tsx';
import './clash-choice.css';

interface ClashChoiceProps {
  readonly label: string;
  readonly clash: Clash;
  readonly value: Value;
  /** The other operator. */
  readonly by: string | null;
  /** The readable form of a value. */
  readonly say: (value: Value) => string;
  readonly onChoose: (value: Value) => void;
}

/** The two versions of a field and the earlier value, of which the operator takes one. */
export function ClashChoice({ label, clash, value, by, say, onChoose }: ClashChoiceProps) {
  const t = useConsoleT();
  const group = useId();
  const sides = [
    { value: clash.mine, name: t('resource.mine') },
    { value: clash.theirs, name: by === null ? t('resource.theirs') : t('resource.theirsOf', { name: by }) },
    { value: clash.was, name: t('resource.was') },
  ];
  return (
    <fieldset className="clash">
      <legend className="px-1 text-sm font-semibold">{t('resource.clash', { field: label })}</legend>
      <div className="clash-sides">
        {sides.map((side) => (
          <label key={side.name} className="clash-side">
            <span className="flex items-center gap-2 text-sm font-medium">
              <input
                type="radio"
                name={group}
                checked={value === side.value}
                className="size-5 shrink-0 accent-accent"
                onChange={() => onChoose(side.value)}
              />
              {side.name}
            </span>
            {say(side.value) === '' ? (
              <span className="text-sm text-muted">{t('resource.nothing')}</span>
            ) : (
              <Comparison before={say(clash.was)} after={say(side.value)} />
            )}
          </label>
        ))}
      </div>
      <p className="text-sm text-pretty text-muted">{t('resource.clashText')}</p>
    </fieldset>
  );
}
