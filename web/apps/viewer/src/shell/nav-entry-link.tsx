import { Link } from '@tanstack/react-router';
import { Crest } from '../art/crest.tsx';
import type { NavEntry } from './nav-entries.ts';

interface NavEntryLinkProps {
  readonly entry: NavEntry;
  readonly filter: 'school' | 'team';
  readonly onFollow?: () => void;
}

export function NavEntryLink({ entry, filter, onFollow }: NavEntryLinkProps) {
  return (
    <Link
      to="/"
      search={filter === 'school' ? { school: entry.value } : { team: entry.value }}
      activeOptions={{ exact: true }}
      className="flex min-h-12 items-center gap-3 rounded-field px-3 py-2 text-[0.9375rem] leading-5 font-medium transition-colors duration-120 hover:bg-raised data-[status=active]:bg-raised"
      onClick={onFollow}
    >
      <Crest team={entry.crest} className="size-8" />
      <span className="min-w-0 wrap-break-word">{entry.name}</span>
    </Link>
  );
}
