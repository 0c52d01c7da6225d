import { useState } from 'react';
import type { PeriodSearch } from './period-search.ts';

/** Days and text as they are typed; when the address changes, they follow it. */
export function usePeriod({ from = '', to = '', find = '' }: PeriodSearch) {
  const [state, setState] = useState({ of: '', from, to, find });
  const of = [from, to, find].join('\n');
  if (state.of !== of) setState({ of, from, to, find });
  const typed = { from: state.from, to: state.to, find: state.find };
  return { typed, type: (change: Partial<typeof typed>) => setState((now) => ({ ...now, ...change })) };
}
