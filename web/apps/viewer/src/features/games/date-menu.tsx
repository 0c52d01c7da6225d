import { useContentT } from '@touchline/i18n';
import { classNames } from '@touchline/ui';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/** The range of dates behind a pill of the bar; Escape and a click elsewhere close it. */
export function DateMenu({ active, children }: { readonly active: boolean; readonly children: ReactNode }) {
  const t = useContentT();
  const id = useId();
  return (
    <div className="date-menu relative">
      <button
        type="button"
        popoverTarget={id}
        className={classNames(
          'flex min-h-10 cursor-pointer items-center gap-1.5 rounded-full border bg-body ps-4 pe-3 text-sm font-medium transition-colors duration-120 hover:bg-raised',
          active ? 'border-accent-text inset-ring inset-ring-accent-text' : 'border-control',
        )}
      >
        {t('games.dates')}
        <ChevronDown aria-hidden size={16} className="nav-chevron text-muted" />
      </button>
      <div id={id} popover="auto" className="date-panel">
        {children}
      </div>
    </div>
  );
}
