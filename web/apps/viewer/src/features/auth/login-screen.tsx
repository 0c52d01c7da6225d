import { useAccountT } from '@touchline/i18n';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { loginSearch, returnSearch } from '../../navigation/login-address.ts';
import { usePageTitle } from '../../navigation/page-title.ts';
import { AuthCard } from './auth-card.tsx';
import { AuthView } from './auth-view.tsx';
import { CodeLogin } from './code-login.tsx';
import { FailureNote } from '../../account-forms/failure-note.tsx';
import { takePendingFavourite } from './pending-favourite.ts';
import { OtherLoginMethods } from './other-login-methods.tsx';
import { PasswordLogin } from './password-login.tsx';
import { PhoneLogin } from './phone-login.tsx';
import type { LocalisedMessage } from '../../account-forms/localised-message.ts';
import { socialFragment } from './social-fragment.ts';
import { SocialReturn } from './social-return.tsx';
import { useLoginReturn } from './use-login-return.ts';

type Way = 'password' | 'code' | 'phone' | { readonly social: string };

/** Logs in, by whichever way, and leads back to where the visitor came from, with the favourite that brought them here. */
export function LoginScreen() {
  const t = useAccountT();
  usePageTitle(t('login.title'));
  return (
    <AuthCard>
      <Login />
    </AuthCard>
  );
}

/** `page` is what the login stands over, and leads back to, where it is not a screen of its own. */
export function Login({ page }: { readonly page?: string }) {
  const t = useAccountT();
  const router = useRouter();
  const search = useSearch({ strict: false });
  const { favourite, email: known } = router.state.location.state;
  const fragment = useSocialFragment();
  const [way, setWay] = useState<Way>(fragment && 'code' in fragment ? { social: fragment.code } : 'password');
  const [email, setEmail] = useState(known ?? '');
  const [failure, setFailure] = useState<{ readonly say: LocalisedMessage } | null>(() => {
    if (!fragment || !('failure' in fragment)) return null;
    const { failure: why } = fragment;
    return { say: (tell) => (why === 'cancelled' ? tell('social.cancelled') : tell('social.failed')) };
  });
  const { back, finishLogin } = useLoginReturn(page ?? fragment?.back);

  if (way === 'code') {
    return <CodeLogin email={email} onEmail={setEmail} onEntered={finishLogin} onBack={() => setWay('password')} />;
  }
  if (way === 'phone') return <PhoneLogin onEntered={finishLogin} onBack={() => setWay('password')} />;
  if (way !== 'password') {
    const giveUp = (say: LocalisedMessage | null) => {
      setFailure(say && { say });
      setWay('password');
    };
    return <SocialReturn code={way.social} onEntered={finishLogin} onBack={giveUp} />;
  }
  return (
    <AuthView
      name="password"
      heading={t('login.heading')}
      text={favourite ? t('login.forFavourite', { name: favourite.name }) : t('login.text')}
    >
      {failure && (
        <div className="mb-5">
          <FailureNote>{failure.say(t)}</FailureNote>
        </div>
      )}
      <PasswordLogin email={email} onEmail={setEmail} onEntered={finishLogin} />
      <OtherLoginMethods back={back} onChoose={setWay} onEntered={finishLogin} />
      <p className="mt-7 text-center text-[0.9375rem] leading-6">
        <span className="text-muted">{t('login.newHere')}</span>{' '}
        <Link
          to="/registration"
          search={page === undefined ? loginSearch(search) : returnSearch(page)}
          state={{ email, ...(favourite && { favourite }) }}
          className="font-semibold text-accent-text underline-offset-4 hover:underline"
        >
          {t('login.create')}
        </Link>
      </p>
    </AuthView>
  );
}

/** The result of a social login. Removed from the address bar at once: it is a secret. */
function useSocialFragment() {
  const router = useRouter();
  const [fragment] = useState(() => socialFragment(router.history.location.hash));
  useEffect(() => {
    if (!fragment) return;
    const search = loginSearch({ return: fragment.back });
    const favourite = takePendingFavourite();
    void router.navigate({ to: '/login', search, hash: '', state: favourite ? { favourite } : {}, replace: true });
  }, [router, fragment]);
  return fragment;
}
