import { useMutation } from '@tanstack/react-query';
import { ApiError } from '@touchline/api/console';
import { useState } from 'react';

interface Confirmed<Result> {
  readonly action: (password?: string) => Promise<Result>;
  readonly onSuccess: (result: Result) => unknown;
}

/** Something that needs the password once the login is a while ago: it is tried without, and asked for where it has to be. */
export function useConfirmed<Result>({ action, onSuccess }: Confirmed<Result>) {
  const [isAsking, setIsAsking] = useState(false);
  const attempt = useMutation({
    mutationFn: (password: string | undefined) => action(password),
    onSuccess: (result) => {
      setIsAsking(false);
      return onSuccess(result);
    },
    onError: (error) => {
      if (isUnconfirmed(error)) setIsAsking(true);
    },
  });
  return {
    run: () => attempt.mutate(undefined),
    isPending: attempt.isPending,
    /** What went wrong, but for the question itself. */
    error: attempt.error && !isUnconfirmed(attempt.error) ? attempt.error : null,
    sheet: {
      open: isAsking,
      isPending: attempt.isPending,
      error: isAsking && attempt.error && !isUnconfirmed(attempt.error) ? attempt.error : null,
      onConfirm: (password: string) => attempt.mutate(password),
      onClose: () => {
        setIsAsking(false);
        attempt.reset();
      },
    },
  };
}

function isUnconfirmed(error: Error): boolean {
  return error instanceof ApiError && error.code === 'confirm_identity';
}
