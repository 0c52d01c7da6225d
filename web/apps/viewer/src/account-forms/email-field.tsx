import { useAccountT } from '@touchline/i18n';
import type { ComponentProps } from 'react';
import { TextField } from './text-field.tsx';

type EmailFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'type'>;

/** The address that an account goes by. */
export function EmailField(props: EmailFieldProps) {
  const t = useAccountT();
  return (
    <TextField
      autoComplete="username"
      {...props}
      label={t('login.email')}
      type="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  );
}
