import type { FormField } from '@touchline/api/console';
import { LANGUAGE_NAMES, type Locale, useConsoleT } from '@touchline/i18n';
import { Field } from '../../../forms/field.tsx';
import { formLanguages } from '../../../resource/language-tabs.tsx';
import type { SaveProblem } from '../../../resource/save-problems.ts';
import { textIn, withText } from './form-field-list.ts';

type Thing<Name extends string> = Readonly<Record<Name, string>> & Pick<FormField, 'translations'>;

interface LocalisedInputsProps<Name extends string, T extends Thing<Name>> {
  /** Of the thing. */
  readonly id: string;
  readonly own: Locale;
  readonly thing: T;
  readonly name: Name;
  readonly label: string;
  readonly maxLength: number;
  /** Of the thing, by names. */
  readonly problems: readonly SaveProblem[];
  readonly onChange: (thing: T) => void;
}

/** A text in each language, the channel's own first. */
export function LocalisedInputs<Name extends string, T extends Thing<Name>>({
  id,
  own,
  thing,
  name,
  label,
  maxLength,
  problems,
  onChange,
}: LocalisedInputsProps<Name, T>) {
  const t = useConsoleT();
  return formLanguages(own).map((language) => {
    const isOwn = language === 'own';
    const place = isOwn ? name : `translations.${language}.${name}`;
    return (
      <Field
        key={language}
        id={`${id}.${place}`}
        label={isOwn ? label : t('resource.fieldIn', { field: label, language: LANGUAGE_NAMES[language] })}
        problem={problems.find((problem) => problem.name === place)?.text}
      >
        {(wiring) => (
          <input
            {...wiring}
            lang={isOwn ? own : language}
            value={isOwn ? thing[name] : textIn(thing, language, name)}
            maxLength={maxLength}
            autoComplete="off"
            className="field"
            onChange={({ currentTarget: { value } }) =>
              onChange(isOwn ? { ...thing, [name]: value } : withText(thing, language, name, value))
            }
          />
        )}
      </Field>
    );
  });
}
