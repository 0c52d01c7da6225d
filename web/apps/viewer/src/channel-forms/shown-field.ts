import type { FormField } from '@touchline/api';
import type { useLocalised } from '../localisation/use-localised.ts';

/** A field with its texts in the interface language. */
export function shownField(field: FormField, words: ReturnType<typeof useLocalised>): FormField {
  const options = field.options.map((option) => ({ ...option, label: words(option, 'label') }));
  return { ...field, label: words(field, 'label'), placeholder: words(field, 'placeholder'), options };
}
