import type { ComponentProps } from 'react';
import { Field, type FieldTexts } from './field.tsx';

type TextFieldProps = FieldTexts & Omit<ComponentProps<'input'>, 'id'> & { readonly name: string };

/** A line of text. */
export function TextField({ label, hint, problem, className = '', ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(wiring) => <input {...input} {...wiring} className={`field ${className}`} />}
    </Field>
  );
}

/** What a field for a mail address, host or other word needs that is no prose. */
export const VERBATIM = { autoCapitalize: 'none', spellCheck: false } as const;
