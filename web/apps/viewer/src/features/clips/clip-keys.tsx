import { useClipT } from '@touchline/i18n';
import { KeySheet } from '@touchline/player/key-sheet';

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
  const keys = KEYS.map((line) => ({ keys: line.keys, text: t(line.says) }));
  return <KeySheet open={open} onClose={onClose} title={t('clipKeys.title')} close={t('ui.close')} keys={keys} />;
}
