import type { TextItem } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { useEffect } from 'react';
import { type Fields, fieldValue } from '../../resource/draft.ts';
import { asText } from '../../resource/field-props.ts';
import { type FieldsProps, FormField } from '../../resource/form-field.tsx';
import { type FormLanguage, formLanguages, LanguageTabs } from '../../resource/language-tabs.tsx';
import type { Field } from '../../resource/resource.ts';
import { translationName } from '../../resource/wire-fields.ts';
import { insertAt } from './insert-at.ts';
import { defaultText } from './texts.ts';
import { VariableChips } from './variable-chips.tsx';

interface TextFieldsProps extends FieldsProps {
  readonly text: TextItem;
  /** Told the language that is edited, also where a problem led to it. */
  readonly onShown: (language: FormLanguage) => void;
}

/** The words in one language. An empty field shows the default, which stands in. */
export function TextFields({ text, onShown, ...props }: TextFieldsProps) {
  const { id, channel, resource, editing, language, onLanguage, onChange } = props;
  const t = useConsoleT();
  useEffect(() => onShown(language), [language, onShown]);
  const locale = language === 'own' ? channel.language : language;
  const fields = resource.fields.filter(({ name }) => (text.is_mail ? name !== 'text' : name === 'text'));
  const nameOf = (field: Field) => translationName(locale, field.name);
  const missing = formLanguages(channel.language).filter((one) =>
    lacks(fields, editing.draft, channel.language, one === 'own' ? channel.language : one),
  );
  return (
    <LanguageTabs
      id={id}
      own={channel.language}
      chosen={language === channel.language ? 'own' : language}
      missing={new Set(missing)}
      onChoose={onLanguage}
    >
      <p className="text-sm text-pretty text-muted">{t('texts.emptyIsDefault')}</p>
      {fields.map((field) => {
        const name = nameOf(field);
        const inputId = `${id}-${name}`;
        const value = asText(fieldValue(editing.draft, name));
        const standIn = defaultText(text, locale, field.name);
        const label = t(field.label);
        return (
          <div key={name} className="grid grid-cols-[minmax(0,1fr)] gap-2">
            <FormField {...props} language={locale} field={field} name={name} placeholder={standIn} />
            <VariableChips
              label={t('texts.insert', { field: label })}
              variables={text.variables[field.name] ?? []}
              onInsert={(variable) =>
                insertAt(inputId, value || standIn, variable, (next) => onChange({ [name]: next }))
              }
            />
            <Button
              variant="quiet"
              size="small"
              className="min-h-9 justify-self-start"
              aria-label={t(value === '' ? 'texts.editDefaultOf' : 'texts.clearOf', { field: label })}
              onClick={() => {
                onChange({ [name]: value === '' ? standIn : '' });
                document.getElementById(inputId)?.focus();
              }}
            >
              {t(value === '' ? 'texts.editDefault' : 'texts.clear')}
            </Button>
          </div>
        );
      })}
    </LanguageTabs>
  );
}

/** Whether a language has the default where the main one has words of the channel. */
function lacks(fields: readonly Field[], draft: Fields, own: string, language: string): boolean {
  const isEmpty = (name: string) => asText(fieldValue(draft, name)) === '';
  return fields.some(
    ({ name }) => !isEmpty(`translations.${own}.${name}`) && isEmpty(`translations.${language}.${name}`),
  );
}
