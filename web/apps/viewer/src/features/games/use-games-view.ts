import type { GamesView } from '@touchline/api';
import { useState } from 'react';
import { useAppContext } from '../../channel/channel.ts';
import type { GamesList } from './lists.ts';

/** As the visitor chose last, or else as suits the list. */
export const viewOf = (list: GamesList, chosen: GamesView | null): GamesView =>
  chosen ?? (list === 'schedule' ? 'list' : 'grid');

/** How games are laid out. */
export function useGamesView(list: GamesList): readonly [GamesView, (view: GamesView) => void] {
  const { stored } = useAppContext().connection;
  const [chosen, setChosen] = useState(() => stored.get('games_view'));
  const choose = (view: GamesView) => {
    stored.set('games_view', view);
    setChosen(view);
  };
  return [viewOf(list, chosen), choose];
}
