import type { CustomForm, FormField, VodItem } from '@touchline/api';

export const makeVodItem = (id: number, change: Partial<VodItem> = {}): VodItem => ({
  id,
  title: `Video ${id}`,
  description: '',
  date: Date.parse('2026-11-01T12:00:00Z') / 1000,
  duration: 125,
  access_type: 'free',
  has_access: true,
  category_ids: [1],
  assets: [],
  ...change,
});

export const makeField = (name: string, change: Partial<FormField> = {}): FormField => ({
  name,
  label: name,
  type: 'text',
  required: true,
  min_length: 1,
  max_length: 64,
  placeholder: '',
  options: [],
  ...change,
});

export const makeForm = (fields: FormField[], change: Partial<CustomForm> = {}): CustomForm => ({
  alias: 'contacts',
  title: 'Write to us',
  description: '',
  submit_text: 'Send message',
  success_text: 'Thank you!',
  fields,
  ...change,
});
