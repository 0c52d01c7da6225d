import type { PageLink } from '@touchline/api';
import { useRouteContext } from '@tanstack/react-router';
import { useAppContext } from '../../channel/channel.ts';
import { findPage } from '../../navigation/find-page.ts';

/** The page of the channel that this address opens, if it opens one: its operator may write or remove it meanwhile. */
export function useAddressedPage(): PageLink | undefined {
  const address = useRouteContext({ strict: false, select: (context) => context.address });
  return findPage(useAppContext().boot.bootstrap.pages, address ?? '');
}
