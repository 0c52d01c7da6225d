import { resendVerification } from '@touchline/api';
import { useAccountT } from '@touchline/i18n';
import { showToast } from '@touchline/ui';
import { CircleCheck, MailCheck } from 'lucide-react';
import { useAppContext } from '../../channel/channel.ts';
import { usePageTitle } from '../../navigation/page-title.ts';
import { RouterButton } from '../../navigation/router-button.tsx';
import { useSession } from '../../session/session.ts';
import { AuthCard } from './auth-card.tsx';
import { AuthView } from './auth-view.tsx';
import { ResendButton } from './resend-button.tsx';
import { failureMessage } from '../../account-forms/server-messages.ts';
import { useLoginReturn } from './use-login-return.ts';
import { useFreshProfile } from '../../session/use-fresh-profile.ts';

/** Says where the mail went that confirms an address, and has it sent again. */
export function VerifyNoticeScreen() {
  return (
    <AuthCard>
      <VerifyNotice />
    </AuthCard>
  );
}

function VerifyNotice() {
  const t = useAccountT();
  const { connection } = useAppContext();
  const user = useSession((session) => session.user);
  const { back } = useLoginReturn();
  usePageTitle(t('verify.title'));
  useFreshProfile();

  if (!user) {
    return (
      <AuthView name="stranger" heading={t('verify.noticeHeading')} text={t('verify.logInFirst')}>
        <RouterButton to="/login" size="large" className="w-full">
          {t('login.submit')}
        </RouterButton>
      </AuthView>
    );
  }
  const waiting = user.pending_email ?? (user.email_verified ? null : user.email);
  const continueLink = (
    <RouterButton to={back} size="large" className="w-full">
      {t('verify.continue')}
    </RouterButton>
  );
  if (waiting === null) {
    return (
      <AuthView
        name="verified"
        icon={<CircleCheck aria-hidden size={44} strokeWidth={1.5} className="text-success" />}
        heading={t('verify.done')}
        text={t('verify.doneText', { email: user.email })}
      >
        {continueLink}
      </AuthView>
    );
  }
  const resend = async () => {
    try {
      await resendVerification(connection);
      showToast({ id: 'verify', type: 'success', text: t('verify.sent', { email: waiting }) });
      return true;
    } catch (error) {
      showToast({ id: 'verify', type: 'error', text: failureMessage(error)(t) });
      return false;
    }
  };
  return (
    <AuthView
      name="waiting"
      icon={<MailCheck aria-hidden size={44} strokeWidth={1.5} className="text-success" />}
      heading={t('verify.noticeHeading')}
      text={t('verify.noticeText', { email: waiting })}
    >
      <div className="grid gap-4">
        <p className="text-sm leading-5 text-pretty text-muted">{t('verify.spam')}</p>
        {continueLink}
        <ResendButton
          mail="verify"
          label={t('verify.again')}
          wait={(count) => t('verify.againIn', { count })}
          onResend={resend}
        />
      </div>
    </AuthView>
  );
}
