import { useLocale } from '@touchline/i18n';
import { localised, type With } from './localised.ts';

/** `localised` for the language that the page is in. */
export function useLocalised() {
  const locale = useLocale();
  return <Field extends string>(content: With<NoInfer<Field>>, field: Field): string =>
    localised(content, field, locale);
}
