import { useLocale } from '@touchline/i18n';
import { useChannel } from '../../channel/channel.ts';
import { changeFilter, filterOptions, type GamesChange } from './filter-options.ts';
import type { GamesSearch } from '../../game-filters/games-search.ts';

/** What there is to choose from, and how a choice changes the address. */
export function useFilters(search: GamesSearch, onSearch: (search: GamesSearch) => void) {
  const locale = useLocale();
  const { bootstrap, participants } = useChannel();
  const choices = {
    sports: bootstrap.event_categories,
    schools: bootstrap.participant_groups,
    teams: participants,
    places: bootstrap.locations,
  };
  return {
    options: filterOptions(search, choices, locale),
    onChange: (change: GamesChange) => onSearch(changeFilter(search, change, choices)),
  };
}
