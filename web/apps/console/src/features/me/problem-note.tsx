import { useConsoleT } from '@touchline/i18n';
import { accountProblem } from './account-problem.ts';
import { useRequiringChannels } from './use-requiring-channels.ts';

/** Why the last try did not work; nothing where it did. */
export function ProblemNote({ error }: { readonly error: Error | null }) {
  const t = useConsoleT();
  const channels = useRequiringChannels();
  if (!error) return null;
  return (
    <p role="alert" className="text-sm text-pretty text-danger">
      {accountProblem(error, channels, t)}
    </p>
  );
}
