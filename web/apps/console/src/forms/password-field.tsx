import { useConsoleT } from '@touchline/i18n';
import { IconButton } from '@touchline/ui';
import { Eye, EyeOff } from 'lucide-react';
import { type Ref, useState } from 'react';
import { Field, type FieldTexts } from './field.tsx';
import { VERBATIM } from './text-field.tsx';

interface PasswordFieldProps extends FieldTexts {
  readonly name: string;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly ref?: Ref<HTMLInputElement>;
}

/** A password, hidden unless its owner wants to see it. */
export function PasswordField({ label, hint, problem, name, autoComplete, ref }: PasswordFieldProps) {
  const t = useConsoleT();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(wiring) => (
        <div className="relative">
          <input
            {...wiring}
            {...VERBATIM}
            ref={ref}
            name={name}
            type={shown ? 'text' : 'password'}
            required
            autoComplete={autoComplete}
            maxLength={128}
            className="field pe-12"
          />
          <IconButton
            label={t('console.login.showPassword')}
            aria-pressed={shown}
            className="absolute inset-y-0 end-0 text-muted hover:text-text"
            onClick={() => setShown(!shown)}
          >
            <Icon aria-hidden size={20} />
          </IconButton>
        </div>
      )}
    </Field>
  );
}
