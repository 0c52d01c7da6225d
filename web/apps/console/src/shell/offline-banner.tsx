import { useConsoleT } from '@touchline/i18n';
import { CloudOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

function subscribe(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

/** On every screen without a connection: lists show what they had, and load again by themselves. */
export function OfflineBanner() {
  const t = useConsoleT();
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (isOnline) return null;
  return (
    <p
      role="status"
      className="mb-8 flex items-start gap-2.5 rounded-field border border-warn px-4 py-3 text-sm text-pretty wrap-anywhere"
    >
      <CloudOff aria-hidden size={18} className="mt-px shrink-0" />
      {t('console.offline')}
    </p>
  );
}
