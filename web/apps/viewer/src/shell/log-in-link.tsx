import { useT } from '@touchline/i18n';
import { useLocation } from '@tanstack/react-router';
import { UserRound } from 'lucide-react';
import { isAuthScreen, loginSearch, returnSearch } from '../navigation/login-address.ts';
import { RouterButton } from '../navigation/router-button.tsx';

/** Leads to the login, and from there back to where the visitor is now. */
export function LogInLink() {
  const t = useT();
  const href = useLocation({ select: (location) => location.href });
  return (
    <RouterButton
      to="/login"
      search={isAuthScreen(href) ? loginSearch : returnSearch(href)}
      size="small"
      className="max-[22.5rem]:size-11 max-[22.5rem]:bg-transparent max-[22.5rem]:px-0 max-[22.5rem]:text-header-text"
    >
      <UserRound aria-hidden size={22} className="min-[22.5rem]:hidden" />
      <span className="max-[22.5rem]:sr-only">{t('nav.logIn')}</span>
    </RouterButton>
  );
}
