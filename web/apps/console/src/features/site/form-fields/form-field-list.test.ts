import type { FormField } from '@touchline/api/console';
import { consoleTranslate, loadConsoleMessages } from '@touchline/i18n';
import { beforeAll, expect, test } from 'vitest';
import {
  formFieldPart,
  NEW_FIELD,
  parseFormFields,
  readFormFields,
  sayFormFields,
  textIn,
  withText,
  withType,
  writeFormFields,
} from './form-field-list.ts';

const KIND: FormField = {
  ...NEW_FIELD,
  label: 'Kind',
  type: 'select',
  required: true,
  options: [
    { value: 'a', label: 'Adult' },
    { value: 'c', label: 'Child', translations: { fr: { label: 'Enfant' } } },
  ],
  translations: { fr: { label: 'Sorte' } },
};

beforeAll(loadConsoleMessages);

test('OPS-02 fields that mean the same are the same text', () => {
  const { translations, ...plain } = KIND;
  const turned = { translations: { bg: {}, fr: { ...translations?.fr, placeholder: '' } }, ...plain };
  expect(writeFormFields([turned])).toBe(writeFormFields([KIND]));
  expect(parseFormFields(readFormFields([KIND]))).toEqual([KIND]);
  expect(writeFormFields([withText(NEW_FIELD, 'fr', 'label', '')])).toBe(writeFormFields([NEW_FIELD]));
  expect([readFormFields(undefined), parseFormFields('')]).toEqual(['[]', []]);
});

test('OPS-02 a text in another language stands beside the own one', () => {
  const field = withText(KIND, 'bg', 'label', 'Вид');
  expect([textIn(field, 'bg', 'label'), textIn(field, 'fr', 'label'), field.label]).toEqual(['Вид', 'Sorte', 'Kind']);
});

test('OPS-02 a field has what its type has', () => {
  expect(withType(KIND, 'text').options).toEqual([]);
  expect(withType(NEW_FIELD, 'select').options).toHaveLength(1);
  expect(withType(KIND, 'select').options).toEqual(KIND.options);
  expect(withType(NEW_FIELD, 'textarea').max_length).toBe(5000);
});

test('OPS-02 fields and their parts are said in words', () => {
  const t = consoleTranslate();
  expect(sayFormFields(writeFormFields([KIND, { ...NEW_FIELD, label: 'Name' }]), t)).toBe(
    'Kind: Choice from a list, Required, Adult, Child\nName: Line of text',
  );
  expect(formFieldPart('0.label', t)).toBe('1, Label');
  expect(formFieldPart('1.translations.fr.placeholder', t)).toBe('2, Example in the empty field');
  expect(formFieldPart('2.options.1.value', t)).toBe('3, Options');
});
