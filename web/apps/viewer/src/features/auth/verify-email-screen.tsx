import { useAccountT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { useRouter } from '@tanstack/react-router';
import { CircleCheck, CircleX } from 'lucide-react';
import { usePageTitle } from '../../navigation/page-title.ts';
import { RouterButton } from '../../navigation/router-button.tsx';
import { useSession } from '../../session/session.ts';
import { AuthCard } from './auth-card.tsx';
import { AuthView } from './auth-view.tsx';
import { FailureNote } from '../../account-forms/failure-note.tsx';
import { signedLink } from '../../account-forms/signed-link.ts';
import { useFollowedLink } from './use-followed-link.ts';

const good = <CircleCheck aria-hidden size={44} strokeWidth={1.5} className="text-success" />;
const bad = <CircleX aria-hidden size={44} strokeWidth={1.5} className="text-danger" />;

/** Where the links of mails lead: confirms an address, or takes a change of it back. */
export function VerifyEmailScreen() {
  return (
    <AuthCard>
      <VerifyEmail />
    </AuthCard>
  );
}

function VerifyEmail() {
  const t = useAccountT();
  const { search } = useRouter().history.location;
  const undo = new URLSearchParams(search).get('undo') === '1';
  const { state, retry } = useFollowedLink(signedLink(search), undo ? 'undo' : 'verify');
  const member = useSession((session) => session.user !== null);
  usePageTitle(t('verify.title'));

  const home = (
    <RouterButton to="/" size="large" className="w-full">
      {t('verify.continue')}
    </RouterButton>
  );
  const logIn = (email?: string) => (
    <RouterButton to="/login" state={email === undefined ? {} : { email }} size="large" className="w-full">
      {t('login.submit')}
    </RouterButton>
  );
  switch (state.status) {
    case 'following':
      return (
        <AuthView name="following" heading={undo ? t('verify.undoing') : t('verify.checking')}>
          <span
            role="status"
            aria-label={t('verify.checking')}
            className="skeleton block h-12 rounded-full bg-raised"
          />
        </AuthView>
      );
    case 'verified':
      return (
        <AuthView
          name="verified"
          icon={good}
          heading={t('verify.done')}
          text={t('verify.doneText', { email: state.email })}
        >
          {member ? home : logIn(state.email)}
        </AuthView>
      );
    case 'already':
      return (
        <AuthView name="already" icon={good} heading={t('verify.already')}>
          {member ? home : logIn()}
        </AuthView>
      );
    case 'undone':
      return (
        <AuthView name="undone" icon={good} heading={t('verify.undone')} text={t('verify.undoneText')}>
          <div className="grid gap-3">
            {logIn(state.email)}
            <RouterButton
              to="/password-reset-request"
              state={{ email: state.email }}
              variant="secondary"
              size="large"
              className="w-full"
            >
              {t('verify.changePassword')}
            </RouterButton>
          </div>
        </AuthView>
      );
    case 'refused':
      return (
        <AuthView
          name="refused"
          icon={bad}
          heading={undo ? t('verify.undoFailed') : t('verify.failed')}
          text={t('verify.failedText')}
        >
          {member ? (
            <RouterButton to="/verify-notice" size="large" className="w-full">
              {t('verify.again')}
            </RouterButton>
          ) : (
            logIn()
          )}
        </AuthView>
      );
    case 'failed':
      return (
        <AuthView name="failed" heading={t('verify.title')}>
          <div className="grid gap-5">
            <FailureNote>{state.say(t)}</FailureNote>
            <Button size="large" className="w-full" onClick={retry}>
              {t('verify.retry')}
            </Button>
          </div>
        </AuthView>
      );
  }
}
