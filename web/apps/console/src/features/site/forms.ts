import { formCalls, type FormItem } from '@touchline/api/console';
import { defineResource } from '../../resource/resource.ts';
import { FormAside } from './form-fields/form-aside.tsx';
import { formFieldPart, readFormFields, sayFormFields } from './form-fields/form-field-list.ts';
import { FormFieldsInput } from './form-fields/form-fields-input.tsx';

export const forms = defineResource<FormItem>({
  kind: 'form',
  noun: 'forms',
  may: 'edit_site',
  texts: {
    title: 'forms.title',
    text: 'forms.text',
    add: 'forms.add',
    empty: 'forms.empty',
    emptyText: 'forms.emptyText',
  },
  title: ({ title }) => title,
  facts: ({ alias, fields }, t) => [`/forms/${alias}`, t('forms.fieldCount', { count: fields.length })],
  sayRefusal: (code, name, t) => (code === 'has_answers' ? t('forms.hasAnswers', { name }) : null),
  Aside: FormAside,
  fields: [
    { name: 'title', kind: 'text', label: 'forms.heading', maxLength: 120, required: true, translated: true },
    { name: 'description', kind: 'lines', label: 'forms.description', maxLength: 2000, translated: true },
    {
      name: 'submit_text',
      kind: 'text',
      label: 'forms.submitText',
      help: 'forms.submitTextHelp',
      maxLength: 120,
      translated: true,
    },
    {
      name: 'success_text',
      kind: 'lines',
      label: 'forms.successText',
      help: 'forms.successTextHelp',
      maxLength: 2000,
      translated: true,
    },
    {
      name: 'fields',
      kind: 'structured',
      label: 'forms.fields',
      help: 'forms.fieldsHelp',
      required: true,
      read: readFormFields,
      say: sayFormFields,
      partLabel: formFieldPart,
      Input: FormFieldsInput,
    },
    { name: 'alias', kind: 'text', label: 'forms.alias', help: 'forms.aliasHelp', maxLength: 64 },
  ],
  blank: { title: '', description: '', submit_text: '', success_text: '', fields: '[]', alias: '' },
  calls: formCalls,
});
