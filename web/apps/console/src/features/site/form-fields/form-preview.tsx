import { useContentT } from '@touchline/i18n';
import { Button, ChannelField } from '@touchline/ui';
import { useState } from 'react';
import { asText } from '../../../resource/field-props.ts';
import { type Fields, fieldValue } from '../../../resource/draft.ts';
import { parseFormFields } from './form-field-list.ts';

/** The form as viewers see it, in the channel's own language. It can be tried, and sends nothing. */
export function FormPreview({ fields }: { readonly fields: Fields }) {
  const t = useContentT();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const text = (name: string) => asText(fieldValue(fields, name));
  return (
    <div className="grid gap-5 rounded-sheet bg-surface p-5 sm:p-8">
      <div>
        <p className="text-[1.75rem] leading-8 wrap-anywhere">{text('title')}</p>
        {text('description') && <p className="mt-1.5 text-pretty text-muted">{text('description')}</p>}
      </div>
      {Object.entries(parseFormFields(text('fields'))).map(([place, field]) => (
        <ChannelField
          key={place}
          field={field}
          value={values[place] ?? ''}
          problem={undefined}
          onChange={(value) => setValues({ ...values, [place]: value })}
        />
      ))}
      <Button type="button" size="large" aria-disabled className="sm:justify-self-start">
        {text('submit_text') || t('form.send')}
      </Button>
    </div>
  );
}
