import { register } from '@touchline/api';
import { useAccountT, useLocale } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useAppContext } from '../../channel/channel.ts';
import { loginSearch, returnSearch } from '../../navigation/login-address.ts';
import { usePageTitle } from '../../navigation/page-title.ts';
import { AuthCard } from './auth-card.tsx';
import { AuthView } from './auth-view.tsx';
import { withCaptcha } from '../../captcha/captcha.ts';
import { type NewAccount, RegistrationForm } from './registration-form.tsx';
import { noteSent } from './resend-pause.ts';
import { SocialLoginMethods } from './social-login-methods.tsx';
import { useLoginReturn } from './use-login-return.ts';

/** Makes an account. Its owner is logged in at once, or first follows the link in a mail where the channel wants that. */
export function RegistrationScreen() {
  const t = useAccountT();
  usePageTitle(t('register.title'));
  return (
    <AuthCard>
      <Registration />
    </AuthCard>
  );
}

/** `page` is what it stands over, and leads back to, where it is not a screen of its own. */
export function Registration({ page }: { readonly page?: string }) {
  const t = useAccountT();
  const locale = useLocale();
  const router = useRouter();
  const { connection } = useAppContext();
  const search = useSearch({ strict: false });
  const { favourite, email } = router.state.location.state;
  const { back, finishLogin } = useLoginReturn(page);
  const [mailedTo, setMailedTo] = useState<string | null>(null);

  const send = async (account: NewAccount) => {
    const user = await withCaptcha(connection, 'always', (token) =>
      register(connection, {
        ...account,
        language: locale,
        ...(token !== undefined && { recaptcha_token: token }),
      }),
    );
    if (!user) return setMailedTo(account.email);
    noteSent('verify');
    await finishLogin(user);
  };
  const mailed = mailedTo !== null;
  return (
    <AuthView
      name={mailed ? 'mailbox' : 'form'}
      icon={mailed && <MailCheck aria-hidden size={44} strokeWidth={1.5} className="text-success" />}
      heading={mailed ? t('verify.noticeHeading') : t('register.heading')}
      text={
        mailed
          ? t('register.mailbox', { email: mailedTo })
          : favourite
            ? t('register.forFavourite', { name: favourite.name })
            : t('register.text')
      }
    >
      {mailed && (
        <div className="grid gap-4">
          <p className="text-sm leading-5 text-pretty text-muted">{t('verify.spam')}</p>
          <Button variant="secondary" size="large" className="w-full" onClick={() => setMailedTo(null)}>
            {t('code.otherAddress')}
          </Button>
        </div>
      )}
      {/* Kept mounted, so that a visitor with a mistyped address finds the other fields filled. */}
      <div hidden={mailed}>
        <SocialLoginMethods back={back} />
        <RegistrationForm email={email ?? ''} onSend={send} />
        <p className="mt-7 text-center text-[0.9375rem] leading-6">
          <span className="text-muted">{t('register.member')}</span>{' '}
          <Link
            to="/login"
            search={page === undefined ? loginSearch(search) : returnSearch(page)}
            state={favourite ? { favourite } : {}}
            className="font-semibold text-accent-text underline-offset-4 hover:underline"
          >
            {t('login.submit')}
          </Link>
        </p>
      </div>
    </AuthView>
  );
}
