import { useMutation, useQueryClient } from '@tanstack/react-query';
import { logOut, type Session } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { showToast } from '@touchline/ui';
import { Link } from '@tanstack/react-router';
import { ExternalLink, Globe, KeyRound, LogOut, UserRound } from 'lucide-react';
import { useId } from 'react';
import { endSession } from '../session/session.ts';
import { LanguageSelect } from '../localisation/language-select.tsx';

/** The operator's address, the language and the logout. */
export function AccountMenu({ operator }: { readonly operator: NonNullable<Session['operator']> }) {
  const t = useConsoleT();
  const id = useId();
  const client = useQueryClient();
  const leave = useMutation({
    mutationFn: logOut,
    onSuccess: () => endSession(client),
    onError: () => showToast({ type: 'error', text: t('error.generic') }),
  });
  return (
    <div className="frame-account">
      <button type="button" popoverTarget={id} className="nav-link w-full cursor-pointer" title={operator.email}>
        <UserRound aria-hidden size={18} className="shrink-0" />
        <span className="truncate max-lg:sr-only">{operator.name || operator.email}</span>
        <span className="sr-only">{t('console.account', { email: operator.email })}</span>
      </button>
      <div id={id} popover="auto" className="account-panel">
        <p className="truncate px-3 pt-1 text-sm text-muted">{operator.email}</p>
        <LanguageSelect />
        <Link to="/me" className="panel-link" onClick={({ currentTarget }) => hidePanel(currentTarget)}>
          <KeyRound aria-hidden size={18} className="shrink-0 text-muted" />
          {t('me.title')}
        </Link>
        {operator.is_administrator && (
          <Link to="/channels" className="panel-link" onClick={({ currentTarget }) => hidePanel(currentTarget)}>
            <Globe aria-hidden size={18} className="shrink-0 text-muted" />
            {t('channels.title')}
          </Link>
        )}
        <a href="/" className="panel-link">
          <ExternalLink aria-hidden size={18} className="shrink-0 text-muted" />
          {t('console.viewChannel')}
        </a>
        <button type="button" className="panel-link" disabled={leave.isPending} onClick={() => leave.mutate()}>
          <LogOut aria-hidden size={18} className="shrink-0 text-muted" />
          {t('console.logOut')}
        </button>
      </div>
    </div>
  );
}

/** A link of the console stays on the page, which the panel would cover. */
function hidePanel(inside: HTMLElement): void {
  inside.closest<HTMLElement>('[popover]')?.hidePopover();
}
