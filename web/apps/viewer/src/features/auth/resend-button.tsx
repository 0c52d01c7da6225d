import { Button } from '@touchline/ui';
import { useState } from 'react';
import { useResendPause } from './resend-pause.ts';

interface ResendButtonProps {
  /** Names the mail: what has just been sent is not sent again at once. */
  readonly mail: string;
  readonly label: string;
  readonly wait: (seconds: number) => string;
  /** Tells by itself what goes wrong, and whether the mail is on its way. */
  readonly onResend: () => Promise<boolean>;
}

/** Has a mail sent again, at most once a minute. */
export function ResendButton({ mail, label, wait, onResend }: ResendButtonProps) {
  const { left, pause } = useResendPause(mail);
  const [sending, setSending] = useState(false);
  const resend = async () => {
    if (sending || left > 0) return;
    setSending(true);
    if (await onResend()) pause();
    setSending(false);
  };
  return (
    <Button
      variant="secondary"
      size="large"
      aria-disabled={sending || left > 0}
      className="w-full tabular-nums aria-disabled:cursor-default aria-disabled:text-muted"
      onClick={() => void resend()}
    >
      {left > 0 ? wait(left) : label}
    </Button>
  );
}
