import { useAccountT } from '@touchline/i18n';
import { IconButton } from '@touchline/ui';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { TextField } from './text-field.tsx';

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'end'>;

/** A password, hidden unless its owner wants to see it. */
export function PasswordField(props: PasswordFieldProps) {
  const t = useAccountT();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      end={
        <IconButton
          label={t('login.showPassword')}
          aria-pressed={shown}
          className="text-muted hover:bg-raised hover:text-text"
          onClick={() => setShown(!shown)}
        >
          <Icon aria-hidden size={20} />
        </IconButton>
      }
    />
  );
}
