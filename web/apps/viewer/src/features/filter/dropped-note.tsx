import { useT } from '@touchline/i18n';
import { Info } from 'lucide-react';

/** Says which parts of an address were left out. */
export function DroppedNote({ names }: { readonly names: readonly string[] }) {
  const t = useT();
  if (names.length === 0) return null;
  return (
    <p role="status" className="flex items-center gap-2 text-sm leading-5 text-muted">
      <Info aria-hidden size={16} className="shrink-0" />
      {t('filter.dropped', { names: names.join(', ') })}
    </p>
  );
}
