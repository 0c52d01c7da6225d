import { useContentT } from '@touchline/i18n';
import { ACCESS_LABELS, FAVORITES_LABELS, GENDER_LABELS } from './active-filters.ts';
import type { FilterOptions, GamesChange, Option } from './filter-options.ts';
import { ACCESS_TYPES, FAVORITES, type GamesSearch, GENDERS } from '../../game-filters/games-search.ts';
import { type FieldLook, SelectField } from './select-field.tsx';

interface FilterFieldsProps {
  readonly search: GamesSearch;
  readonly options: FilterOptions;
  /** Only members have favourites. */
  readonly member: boolean;
  readonly look: FieldLook;
  readonly onChange: (change: GamesChange) => void;
}

const WORDS = {
  sport: ['games.sport', 'games.allSports'],
  school: ['games.school', 'games.allSchools'],
  team: ['games.team', 'games.allTeams'],
  state: ['games.state', 'games.allStates'],
  city: ['games.city', 'games.allCities'],
  location: ['games.location', 'games.allLocations'],
} as const;

const labelled = <T extends string>(words: readonly T[], label: (word: T) => string): readonly Option[] =>
  words.map((word) => ({ value: word, label: label(word) }));

/** The filters that are lists of words. One with a single option would filter nothing, so it is left out. */
export function FilterFields({ search, options, member, look, onChange }: FilterFieldsProps) {
  const t = useContentT();
  const fromChannel = (name: keyof FilterOptions) =>
    (options[name].length > 1 || search[name] !== undefined) && (
      <SelectField
        label={t(WORDS[name][0])}
        all={t(WORDS[name][1])}
        options={options[name]}
        value={search[name]}
        look={look}
        onChange={(value) => onChange({ [name]: value })}
      />
    );
  return (
    <>
      {member && (
        <SelectField
          label={t('games.favorites')}
          all={t(FAVORITES_LABELS.first)}
          options={labelled(['mixed', 'only'] as const, (word) => t(FAVORITES_LABELS[word]))}
          value={search.favorites === 'first' ? undefined : search.favorites}
          look={look}
          onChange={(value) => onChange({ favorites: FAVORITES.find((word) => word === value) })}
        />
      )}
      {fromChannel('sport')}
      <SelectField
        label={t('games.gender')}
        all={t('games.allGenders')}
        options={labelled(GENDERS, (word) => t(GENDER_LABELS[word]))}
        value={search.gender}
        look={look}
        onChange={(value) => onChange({ gender: GENDERS.find((word) => word === value) })}
      />
      {fromChannel('school')}
      {fromChannel('team')}
      {fromChannel('state')}
      {fromChannel('city')}
      {fromChannel('location')}
      <SelectField
        label={t('games.access')}
        all={t('games.allAccess')}
        options={labelled(ACCESS_TYPES, (word) => t(ACCESS_LABELS[word]))}
        value={search.access}
        look={look}
        onChange={(value) => onChange({ access: ACCESS_TYPES.find((word) => word === value) })}
      />
    </>
  );
}
