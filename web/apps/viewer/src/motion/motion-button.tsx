import { useT } from '@touchline/i18n';
import { IconButton } from '@touchline/ui';
import { Pause, Play } from 'lucide-react';
import { useMotionSwitch } from './motion-switch.ts';

/** Pauses automatic motion; not shown with reduced motion. */
export function MotionButton({ className }: { readonly className: string }) {
  const t = useT();
  const { stopped, toggle } = useMotionSwitch();
  const Icon = stopped ? Play : Pause;
  return (
    <IconButton
      size="small"
      label={stopped ? t('motion.resume') : t('motion.pause')}
      className={`motion-reduce:hidden ${className}`}
      onClick={toggle}
    >
      <Icon aria-hidden size={16} fill="currentColor" strokeWidth={0} />
    </IconButton>
  );
}
