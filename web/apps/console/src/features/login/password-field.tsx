import { useConsoleT } from '@touchline/i18n';
import { IconButton } from '@touchline/ui';
import { Eye, EyeOff } from 'lucide-react';
import { type Ref, useState } from 'react';

/** A password, hidden unless its owner wants to see it. */
export function PasswordField({ ref }: { readonly ref: Ref<HTMLInputElement> }) {
  const t = useConsoleT();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div>
      <label htmlFor="password" className="text-sm font-medium">
        {t('console.login.password')}
      </label>
      <div className="relative mt-1.5">
        <input
          ref={ref}
          id="password"
          name="password"
          type={shown ? 'text' : 'password'}
          required
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
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
    </div>
  );
}
