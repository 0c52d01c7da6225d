import { useMutation } from '@tanstack/react-query';
import { ApiError, type DeletionProof } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { type FormEvent, type ReactNode, useState } from 'react';
import { fieldProblem } from '../../forms/field-problem.ts';
import { fieldText } from '../../forms/field-text.ts';
import { FormAlert } from '../../forms/form-alert.tsx';
import { PasswordField } from '../../forms/password-field.tsx';
import { TextField, VERBATIM } from '../../forms/text-field.tsx';
import type { NamedChannel } from './named-channel.ts';
import { isSameName } from './same-name.ts';

interface TypedNameFormProps<Done> {
  readonly channel: NamedChannel;
  /** What is done once the name is typed. */
  readonly act: (proof: DeletionProof) => Promise<Done>;
  readonly onDone: (done: Done) => Promise<void>;
  readonly onRefused?: (error: ApiError) => Promise<void>;
  /** What is said of a refusal that is of no field. */
  readonly refusal: (error: unknown) => string;
  readonly submit: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** For a step that cannot be taken by accident: the channel's name is typed, and the password once the login is old. */
export function TypedNameForm<Done>(props: TypedNameFormProps<Done>) {
  const { channel, act, onDone, onRefused, refusal, submit, onClose, children } = props;
  const t = useConsoleT();
  const [name, setName] = useState('');
  const [needsPassword, setNeedsPassword] = useState(false);
  const step = useMutation({
    mutationFn: (password: string | undefined) => act({ name, password }),
    onSuccess: onDone,
    onError: async (error) => {
      if (!(error instanceof ApiError)) return;
      if (error.code === 'confirm_identity') setNeedsPassword(true);
      await onRefused?.(error);
    },
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    step.mutate(needsPassword ? fieldText(event.currentTarget, 'current_password') : undefined);
  };
  const isOfField = step.error instanceof ApiError && step.error.problems.length > 0;
  const isQuestion = step.error instanceof ApiError && step.error.code === 'confirm_identity';
  return (
    <form onSubmit={send} className="mt-3 grid gap-4">
      {children}
      <FormAlert text={step.isError && !isOfField && !isQuestion ? refusal(step.error) : undefined} />
      <TextField
        {...VERBATIM}
        name="name"
        label={t('channel.typeName', { channel: channel.name })}
        problem={fieldProblem(step.error, 'name', t)}
        required
        autoComplete="off"
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      {needsPassword && (
        <PasswordField
          name="current_password"
          label={t('me.currentPassword')}
          autoComplete="current-password"
          problem={fieldProblem(step.error, 'current_password', t)}
        />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          {t('team.cancel')}
        </Button>
        <Button type="submit" disabled={step.isPending || !isSameName(name, channel.name)}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
