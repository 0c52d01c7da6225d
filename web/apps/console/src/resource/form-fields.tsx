import type { OperatorChannel } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { ClashChoice } from './clash-choice.tsx';
import { type Fields, fieldValue, type Value } from './draft.ts';
import type { Editing } from './editing.ts';
import { asText } from './field-props.ts';
import { FieldInput } from './field-input.tsx';
import { labelOf, nameIn } from './field-names.ts';
import { type FormLanguage, formLanguages, LanguageTabs } from './language-tabs.tsx';
import type { Field, Resource } from './resource.ts';
import type { SaveProblem } from './save-problems.ts';
import { sayValue } from './say-value.ts';

interface FormFieldsProps {
  /** Of the form. */
  readonly id: string;
  readonly channel: OperatorChannel;
  readonly resource: Resource;
  readonly editing: Editing;
  readonly problems: readonly SaveProblem[];
  readonly language: FormLanguage;
  readonly onLanguage: (language: FormLanguage) => void;
  readonly onChange: (values: Fields) => void;
}

/** The fields in one column; the translated ones stand together, below the language tabs. */
export function FormFields(props: FormFieldsProps) {
  const { id, channel, resource, editing, language, onLanguage } = props;
  const t = useConsoleT();
  const { fields } = resource;
  const first = fields.findIndex((field) => field.translated);
  const shown = (field: Field) => field.isShown?.(editing.draft) ?? true;
  const above = fields.slice(0, Math.max(0, first)).filter(shown);
  const texts = fields.filter((field) => field.translated);
  const below = fields.slice(Math.max(0, first)).filter((field) => !field.translated && shown(field));
  return (
    <>
      {above.map((field) => (
        <OneField key={field.name} {...props} field={field} name={field.name} />
      ))}
      {texts.length > 0 && (
        <LanguageTabs
          id={id}
          own={channel.language}
          chosen={language}
          missing={missingIn(texts, editing.draft, channel.language)}
          onChoose={onLanguage}
        >
          {language !== 'own' && <p className="text-sm text-pretty text-muted">{t('resource.translationText')}</p>}
          {texts.map((field) => (
            <OneField key={nameIn(language, field)} {...props} field={field} name={nameIn(language, field)} />
          ))}
        </LanguageTabs>
      )}
      {below.map((field) => (
        <OneField key={field.name} {...props} field={field} name={field.name} />
      ))}
    </>
  );
}

/** The languages without a text that the channel's own language has, and that language if a required text is empty. */
function missingIn(
  texts: readonly Field[],
  draft: Fields,
  own: OperatorChannel['language'],
): ReadonlySet<FormLanguage> {
  const isEmpty = (name: string) => asText(fieldValue(draft, name)) === '';
  return new Set(
    formLanguages(own).filter((language) =>
      texts.some((field) =>
        language === 'own'
          ? field.required && isEmpty(field.name)
          : !isEmpty(field.name) && isEmpty(nameIn(language, field)),
      ),
    ),
  );
}

function OneField({
  id,
  channel,
  resource,
  editing,
  problems,
  language,
  onChange,
  field,
  name,
}: FormFieldsProps & { readonly field: Field; readonly name: string }) {
  const t = useConsoleT();
  const locale = useLocale();
  const clash = editing.clashes[name];
  const value = fieldValue(editing.draft, name);
  const label = t(field.label);
  const change = (next: Value) => {
    const empties = field.kind === 'choice' && next !== value ? (field.empties ?? []) : [];
    onChange({ [name]: next, ...Object.fromEntries(empties.map((other) => [other, null])) });
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {clash && (
        <ClashChoice
          label={labelOf(resource, name, channel.language, t)}
          clash={clash}
          value={value}
          by={editing.news?.by ?? null}
          say={(side) => sayValue(field, side, t, locale)}
          onChoose={change}
        />
      )}
      <FieldInput
        channel={channel}
        field={field}
        problems={problems}
        fields={editing.draft}
        id={`${id}-${name}`}
        label={label}
        hint={field.help && t(field.help)}
        problem={problems.find((problem) => problem.name === name)?.text}
        lang={field.translated && (language === 'own' ? channel.language : language)}
        value={value}
        onChange={change}
      />
    </div>
  );
}
