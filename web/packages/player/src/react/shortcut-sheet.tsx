import { usePlayerT } from '@touchline/i18n';
import { KeySheet } from './key-sheet.tsx';

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
  const keys = KEYS.map((line) => ({ keys: line.keys, text: t(line.says) }));
  return <KeySheet open={open} onClose={onClose} title={t('keys.title')} close={t('keys.close')} keys={keys} />;
}
