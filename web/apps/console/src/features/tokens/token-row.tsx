import type { TokenItem } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { useState } from 'react';
import { localTime } from '../../localisation/local-time.ts';
import { PERMISSION_NAMES } from '../../localisation/role-names.ts';
import { RemoveTokenSheet } from './remove-token-sheet.tsx';
import '../../lists/list.css';

interface TokenRowProps {
  readonly channel: number;
  readonly token: TokenItem;
}

export function TokenRow({ channel, token }: TokenRowProps) {
  const t = useConsoleT();
  const locale = useLocale();
  const [isAsking, setAsking] = useState(false);
  const { name, ending, scopes, created_by: by, expires_at: expires, last_used_at: used } = token;
  return (
    <li className="list-row">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          <span className="min-w-0 truncate">{name}</span>
          {token.has_expired && <span className="text-sm font-medium text-danger">{t('tokens.expired')}</span>}
          {!token.is_of_team && <span className="text-sm font-medium text-danger">{t('tokens.notOfTeam')}</span>}
        </p>
        <p className="truncate text-sm text-muted">
          <span className="font-mono">…{ending}</span>, {t('tokens.createdBy', { name: by })}
        </p>
      </div>
      <div className="min-w-0 text-sm text-muted">
        <p className="font-medium text-text">{scopes.map((scope) => t(PERMISSION_NAMES[scope])).join(', ')}</p>
        <p className="tabular-nums">
          {used === null ? t('tokens.neverUsed') : t('tokens.used', { time: localTime(used, locale) })}
        </p>
        <p className="tabular-nums">
          {expires === null ? t('tokens.noExpiry') : t('tokens.until', { time: localTime(expires, locale) })}
        </p>
      </div>
      <div className="flex md:justify-end">
        <Button
          size="small"
          variant="secondary"
          className="min-h-11"
          aria-haspopup="dialog"
          aria-label={t('tokens.removeOf', { name })}
          onClick={() => setAsking(true)}
        >
          {t('tokens.remove')}
        </Button>
      </div>
      <RemoveTokenSheet channel={channel} token={token} open={isAsking} onClose={() => setAsking(false)} />
    </li>
  );
}
