import { useNavigate } from '@tanstack/react-router';
import type { OperatorChannel, Session } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Dialog, Skeleton } from '@touchline/ui';
import { Keyboard, Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { pressOnList } from '../../lists/list-keys.ts';
import { SWITCH_ID } from '../channel-switch.tsx';
import { linkOf, openGroups, SECTION_KEYS } from '../nav-groups.ts';
import { shortcutOf, takesText } from './shortcuts.ts';
import { singleKeys } from '../../keyboard/single-keys.ts';

const SearchDialog = lazy(async () => ({ default: (await import('./search-dialog.tsx')).SearchDialog }));
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }));

interface SearchAndKeysProps {
  readonly channel: OperatorChannel;
  readonly operator: NonNullable<Session['operator']>;
}

/** Opens the search and the list of keys, by buttons and by keys. */
export function SearchAndKeys({ channel, operator }: SearchAndKeysProps) {
  const t = useConsoleT();
  const heading = useId();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'search' | 'keys' | null>(null);
  const before = useRef('');
  // The address names the row, so that it can be sent to a colleague.
  const addressRow = ({ id }: HTMLElement) =>
    void navigate({ to: '.', search: true, hash: id, replace: true, resetScroll: false, hashScrollIntoView: false });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = shortcutOf(event, before.current, takesText(document.activeElement), singleKeys.get());
    before.current = event.key;
    // A dialog has the keys to itself.
    if (!shortcut || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    if (shortcut.name === 'list') {
      if (pressOnList(shortcut.key, document, addressRow)) event.preventDefault();
      return;
    }
    event.preventDefault();
    if (shortcut.name === 'channel') return document.getElementById(SWITCH_ID)?.click();
    if (shortcut.name !== 'section') return setOpen(shortcut.name);
    const section = SECTION_KEYS.find(({ letter }) => letter === shortcut.letter)?.title;
    const entry = openGroups(channel).find(({ title }) => title === section)?.entries[0];
    if (entry) void navigate(linkOf(entry.name, channel.alias));
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  const close = () => setOpen(null);
  return (
    <div className="frame-search">
      <button
        type="button"
        className="nav-link min-w-0 cursor-pointer lg:gap-2 lg:px-2"
        onClick={() => setOpen('search')}
      >
        <Search aria-hidden size={18} className="shrink-0" />
        <span className="truncate max-lg:sr-only">{t('search.title')}</span>
        <kbd aria-hidden className="ms-auto whitespace-nowrap max-lg:hidden">
          Ctrl K
        </kbd>
      </button>
      <button
        type="button"
        className="nav-link cursor-pointer px-2 max-lg:hidden"
        title={t('keys.title')}
        onClick={() => setOpen('keys')}
      >
        <Keyboard aria-hidden size={18} className="shrink-0" />
        <span className="sr-only">{t('keys.title')}</span>
      </button>
      <Dialog open={open === 'search'} onClose={close} label={t('search.title')} className="popup search-dialog">
        <Suspense fallback={<Skeleton className="h-12" />}>
          <SearchDialog
            channel={channel}
            operator={operator.id}
            isAdministrator={operator.is_administrator}
            onClose={close}
          />
        </Suspense>
      </Dialog>
      <Dialog open={open === 'keys'} onClose={close} labelledBy={heading} className="popup p-6">
        <h2 id={heading} className="mb-4 text-xl leading-7">
          {t('keys.title')}
        </h2>
        <Suspense fallback={<Skeleton className="h-40" />}>
          <KeysDialog />
        </Suspense>
      </Dialog>
    </div>
  );
}
