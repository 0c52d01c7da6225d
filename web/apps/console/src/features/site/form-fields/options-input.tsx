import type { FormField } from '@touchline/api/console';
import { type Locale, useConsoleT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { Plus } from 'lucide-react';
import type { SaveProblem } from '../../../resource/save-problems.ts';
import { NEW_OPTION } from './form-field-list.ts';
import { LocalisedInputs } from './localised-inputs.tsx';

type Option = FormField['options'][number];

interface OptionsInputProps {
  readonly id: string;
  readonly own: Locale;
  readonly options: readonly Option[];
  readonly problem: string | undefined;
  /** Of the field, by names such as `options.0.label`. */
  readonly problems: readonly SaveProblem[];
  readonly onChange: (options: Option[]) => void;
}

/** What a list offers. An option keeps its value when its text changes, so that older answers still fit it. */
export function OptionsInput({ id, own, options, problem, problems, onChange }: OptionsInputProps) {
  const t = useConsoleT();
  return (
    <fieldset id={id} tabIndex={-1} className="grid min-w-0 gap-3">
      <legend className="text-sm font-medium">{t('forms.options')}</legend>
      {problem && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
      <ol className="grid gap-3">
        {places(options).map(({ place, index, option }) => (
          <li
            key={place}
            id={`${id}.${index}.value`}
            tabIndex={-1}
            className="grid gap-3 rounded-card border border-line p-3"
          >
            <LocalisedInputs
              id={`${id}.${index}`}
              own={own}
              thing={option}
              name="label"
              label={t('forms.option', { number: String(index + 1) })}
              maxLength={120}
              problems={optionProblems(problems, index)}
              onChange={(next) => onChange(options.with(index, next))}
            />
            <Button
              type="button"
              size="small"
              variant="secondary"
              className="min-h-11 justify-self-start"
              aria-label={t('resource.removeOf', { name: option.label || String(index + 1) })}
              onClick={() => onChange(options.toSpliced(index, 1))}
            >
              {t('resource.remove')}
            </Button>
          </li>
        ))}
      </ol>
      <Button
        type="button"
        size="small"
        variant="secondary"
        className="min-h-11 justify-self-start"
        onClick={() => onChange([...options, NEW_OPTION])}
      >
        <Plus aria-hidden size={16} />
        {t('forms.addOption')}
      </Button>
    </fieldset>
  );
}

/** An option has nothing but its place to be known by while it is typed. */
function places(options: readonly Option[]) {
  return Object.entries(options).map(([place, option]) => ({ place, index: Number(place), option }));
}

/** The value is made of the label, so its problems are the label's. */
function optionProblems(problems: readonly SaveProblem[], index: number): readonly SaveProblem[] {
  const begin = `options.${index}.`;
  const own = problems.filter(({ name }) => name.startsWith(begin));
  return own.map(({ name, text }) => ({ name: name.slice(begin.length).replace(/^value$/, 'label'), text }));
}
