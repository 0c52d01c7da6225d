import { useSession } from '../session/session.ts';
import { LogInLink } from './log-in-link.tsx';
import { useDeferred } from '../loading/use-deferred.ts';

const loadButton = () => import('./account-button.tsx');

/** The login for a visitor, the account menu for a member. */
export function Account() {
  const user = useSession((session) => session.user);
  return user ? <Member /> : <LogInLink />;
}

function Member() {
  const user = useSession((session) => session.user);
  const later = useDeferred(loadButton);
  if (later && user) return <later.AccountButton user={user} />;
  return (
    <span aria-hidden className="grid size-11 shrink-0 place-items-center">
      <span className="size-9 rounded-full bg-accent" />
    </span>
  );
}
