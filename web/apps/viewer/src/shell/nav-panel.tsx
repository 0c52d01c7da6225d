import { ChevronDown } from 'lucide-react';
import { useId, useRef } from 'react';
import { NavEntryLink } from './nav-entry-link.tsx';
import type { NavEntry } from './nav-entries.ts';

interface NavPanelProps {
  readonly label: string;
  readonly filter: 'school' | 'team';
  readonly entries: readonly NavEntry[];
}

/** A button of the header that opens a panel of schools or teams; Escape and a click elsewhere close it. */
export function NavPanel({ label, filter, entries }: NavPanelProps) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  return (
    <>
      <button type="button" popoverTarget={id} className="nav-item">
        {label}
        <ChevronDown aria-hidden size={16} className="nav-chevron" />
      </button>
      <div ref={panel} id={id} popover="auto" className="nav-panel on-body">
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] gap-1">
          {entries.map((entry) => (
            <li key={entry.id}>
              <NavEntryLink entry={entry} filter={filter} onFollow={() => panel.current?.hidePopover()} />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
