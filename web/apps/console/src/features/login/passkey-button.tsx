import { useMutation } from '@tanstack/react-query';
import { ApiError, type Session } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { KeyRound } from 'lucide-react';
import { logInByPasskey } from '../../session/passkeys.ts';

interface PasskeyButtonProps {
  readonly label: string;
  readonly onEntered: (session: Session) => void;
  readonly onProblem: (text: string) => void;
}

/** Has the browser ask for a passkey, and logs in by it. */
export function PasskeyButton({ label, onEntered, onProblem }: PasskeyButtonProps) {
  const t = useConsoleT();
  const login = useMutation({
    mutationFn: logInByPasskey,
    onMutate: () => onProblem(''),
    onSuccess: (session) => session && onEntered(session),
    onError: (error) => {
      const isWaiting = error instanceof ApiError && error.status === 429;
      const isRefused = error instanceof ApiError && error.code === 'passkey_failed';
      if (isWaiting) onProblem(t('console.login.wait', { seconds: error.retryAfter ?? 60 }));
      else onProblem(t(isRefused ? 'console.login.passkeyRefused' : 'console.login.passkeyFailed'));
    },
  });
  return (
    <Button variant="secondary" size="large" disabled={login.isPending} onClick={() => login.mutate()}>
      <KeyRound aria-hidden size={18} />
      {label}
    </Button>
  );
}
