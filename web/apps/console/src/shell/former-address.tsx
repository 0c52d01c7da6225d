import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import type { OperatorChannel } from '@touchline/api/console';
import { useEffect } from 'react';

/** Leads from a channel's former alias to the same screen under its present one. */
export function FormerAddress({ channels }: { readonly channels: readonly OperatorChannel[] }) {
  const navigate = useNavigate();
  // The parameters of the route change later than the address, and would lead on from it.
  const [, alias = '', ...screen] = useLocation().pathname.split('/');
  const present = channels.find((of) => of.former_aliases.includes(alias))?.alias;
  const to = present === undefined ? undefined : ['', present, ...screen].join('/');
  useEffect(() => {
    if (to !== undefined) void navigate({ to, search: true, replace: true });
  }, [navigate, to]);
  return to === undefined ? <Outlet /> : null;
}
