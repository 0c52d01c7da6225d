import { useContentT } from '@touchline/i18n';
import { useLocation } from '@tanstack/react-router';
import { useDropped } from './dropped-parameters.ts';

/** Says which parts of the address were left out. */
export function DroppedNotice() {
  const t = useContentT();
  const here = useLocation({ select: ({ pathname }) => pathname });
  const { path, names } = useDropped();
  if (names.length === 0 || path !== here) return null;
  return (
    <p role="status" className="shell-notice">
      {t('games.dropped', { names: names.join(', ') })}
    </p>
  );
}
