import { useContentT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { SlidersHorizontal } from 'lucide-react';

interface FilterButtonProps {
  /** How many filters are on. */
  readonly active: number;
  readonly onClick: () => void;
}

/** Opens the filters on a phone. */
export function FilterButton({ active, onClick }: FilterButtonProps) {
  const t = useContentT();
  return (
    <Button variant="secondary" aria-haspopup="dialog" className="min-h-11 px-4!" onClick={onClick}>
      <SlidersHorizontal aria-hidden size={18} />
      {t('games.filters')}
      {active > 0 && (
        <span className="grid size-5 place-items-center rounded-full bg-accent text-xs leading-none text-on-accent tabular-nums">
          {active}
        </span>
      )}
    </Button>
  );
}
