import { type Locale, useConsoleT } from '@touchline/i18n';
import { type Fields, fieldValue } from './draft.ts';
import { asText } from './field-props.ts';
import { nameIn } from './field-names.ts';
import { type FieldsProps, FormField } from './form-field.tsx';
import { type FormLanguage, formLanguages, LanguageTabs } from './language-tabs.tsx';
import type { Field } from './resource.ts';

/** The fields in one column; the translated ones stand together, below the language tabs. */
export function FormFields(props: FieldsProps) {
  const { id, channel, resource, editing, language, onLanguage } = props;
  const t = useConsoleT();
  const { fields } = resource;
  const first = fields.findIndex((field) => field.translated);
  const shown = (field: Field) => field.isShown?.(editing.draft, editing.base) ?? true;
  const above = fields.slice(0, Math.max(0, first)).filter(shown);
  const texts = fields.filter((field) => field.translated);
  const below = fields.slice(Math.max(0, first)).filter((field) => !field.translated && shown(field));
  return (
    <>
      {above.map((field) => (
        <FormField key={field.name} {...props} field={field} name={field.name} />
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
            <FormField key={nameIn(language, field)} {...props} field={field} name={nameIn(language, field)} />
          ))}
        </LanguageTabs>
      )}
      {below.map((field) => (
        <FormField key={field.name} {...props} field={field} name={field.name} />
      ))}
    </>
  );
}

/** The languages without a text that the channel's own language has, and that language if a required text is empty. */
function missingIn(texts: readonly Field[], draft: Fields, own: Locale): ReadonlySet<FormLanguage> {
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
