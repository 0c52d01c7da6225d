import { useAccountT } from '@touchline/i18n';
import { type ComponentProps, useState } from 'react';
import { PasswordField } from './password-field.tsx';
import { passwordStrength, type Strength } from './password-strength.ts';

type NewPasswordFieldProps = Omit<ComponentProps<typeof PasswordField>, 'hint' | 'autoComplete'>;

/** A password that is to be, with how good it is while one types. */
export function NewPasswordField(props: NewPasswordFieldProps) {
  const [password, setPassword] = useState('');
  return (
    <PasswordField
      {...props}
      autoComplete="new-password"
      required
      hint={<StrengthHint strength={passwordStrength(password)} />}
      onChange={({ target }) => setPassword(target.value)}
    />
  );
}

const STEPS: readonly Strength[] = ['weak', 'fair', 'strong'];
const COLOURS: Readonly<Record<Strength, string>> = {
  short: 'bg-raised',
  weak: 'bg-warn',
  fair: 'bg-accent-text',
  strong: 'bg-success',
};

function StrengthHint({ strength }: { readonly strength: Strength }) {
  const t = useAccountT();
  const reached = STEPS.indexOf(strength);
  const words = {
    short: t('register.hint'),
    weak: t('register.weak'),
    fair: t('register.fair'),
    strong: t('register.strong'),
  };
  return (
    <div className="grid gap-1.5 pt-0.5">
      <span aria-hidden className="grid grid-cols-3 gap-1">
        {STEPS.map((step, index) => (
          <span
            key={step}
            className={`h-1 rounded-full transition-colors duration-120 ${index <= reached ? COLOURS[strength] : 'bg-raised'}`}
          />
        ))}
      </span>
      {words[strength]}
    </div>
  );
}
