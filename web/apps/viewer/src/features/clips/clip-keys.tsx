import { useClipT } from '@touchline/i18n';
import { Dialog, IconButton } from '@touchline/ui';
import { X } from 'lucide-react';
import { useId } from 'react';

const KEYS = [
  { keys: ['I'], says: 'clipKeys.start' },
  { keys: ['O'], says: 'clipKeys.end' },
  { keys: ['Space'], says: 'clipKeys.play' },
  { keys: ['←', '→'], says: 'clipKeys.frame' },
  { keys: ['⇧ ←', '⇧ →'], says: 'clipKeys.second' },
  { keys: ['Esc'], says: 'clipKeys.close' },
  { keys: ['?'], says: 'clipKeys.help' },
] as const;

interface ClipKeysProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function ClipKeys({ open, onClose }: ClipKeysProps) {
  const t = useClipT();
  const heading = useId();
  return (
    <Dialog open={open} onClose={onClose} labelledBy={heading} className="popup clip-sheet">
      <div className="clip-sheet-head">
        <h2 id={heading}>{t('clipKeys.title')}</h2>
        <IconButton label={t('ui.close')} className="clip-turn" onClick={onClose}>
          <X aria-hidden size={20} />
        </IconButton>
      </div>
      <dl className="clip-key-list">
        {KEYS.map(({ keys, says }) => (
          <div key={says}>
            <dt>{t(says)}</dt>
            <dd>
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
