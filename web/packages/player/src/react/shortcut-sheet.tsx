import { usePlayerT } from '@touchline/i18n';
import { Dialog, IconButton } from '@touchline/ui';
import { X } from 'lucide-react';
import { useId } from 'react';

const KEYS = [
  { keys: ['Space', 'K'], says: 'keys.play' },
  { keys: ['←', '→'], says: 'keys.move5' },
  { keys: ['J', 'L'], says: 'keys.move10' },
  { keys: ['Home'], says: 'keys.start' },
  { keys: ['End'], says: 'keys.end' },
  { keys: ['0', '…', '9'], says: 'keys.jump' },
  { keys: ['↑', '↓'], says: 'keys.volume' },
  { keys: ['M'], says: 'keys.mute' },
  { keys: ['C'], says: 'keys.captions' },
  { keys: ['<', '>'], says: 'keys.speed' },
  { keys: ['F'], says: 'keys.fullscreen' },
  { keys: ['T'], says: 'keys.theatre' },
  { keys: ['I'], says: 'keys.pip' },
  { keys: ['?'], says: 'keys.help' },
] as const;

interface ShortcutSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function ShortcutSheet({ open, onClose }: ShortcutSheetProps) {
  const t = usePlayerT();
  const heading = useId();
  return (
    <Dialog open={open} onClose={onClose} labelledBy={heading} className="shortcut-sheet on-body">
      <div className="flex items-center justify-between gap-4">
        <h2 id={heading} className="text-[1.5rem] leading-8">
          {t('keys.title')}
        </h2>
        <IconButton label={t('keys.close')} className="hover:bg-raised" onClick={onClose}>
          <X aria-hidden size={20} />
        </IconButton>
      </div>
      <dl className="mt-3 grid gap-2 sm:grid-cols-2 sm:gap-x-8">
        {KEYS.map(({ keys, says }) => (
          <div key={says} className="flex items-center justify-between gap-4 text-sm">
            <dt>{t(says)}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
