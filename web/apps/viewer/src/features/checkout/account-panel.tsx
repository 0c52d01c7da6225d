import { useShopT } from '@touchline/i18n';
import { useLocation } from '@tanstack/react-router';
import { returnSearch } from '../../navigation/login-address.ts';
import { RouterButton } from '../../navigation/router-button.tsx';

/** Login and registration for a visitor, with the way back to the chosen pass. */
export function AccountPanel() {
  const t = useShopT();
  const search = returnSearch(useLocation({ select: ({ href }) => href }));
  return (
    <div className="grid gap-3">
      <h2 className="text-[1.75rem] leading-8">{t('buy.account')}</h2>
      <p className="text-pretty text-muted">{t('buy.accountText')}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <RouterButton to="/registration" search={search} size="large">
          {t('buy.register')}
        </RouterButton>
        <RouterButton to="/login" search={search} variant="secondary" size="large">
          {t('nav.logIn')}
        </RouterButton>
      </div>
    </div>
  );
}
