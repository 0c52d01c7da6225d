import type { GamesView } from '@touchline/api';
import { useContentT } from '@touchline/i18n';
import { LayoutGrid, Rows3, Table2 } from 'lucide-react';
import { useId } from 'react';

const VIEWS = [
  ['grid', 'games.viewGrid', LayoutGrid],
  ['list', 'games.viewList', Rows3],
  ['table', 'games.viewTable', Table2],
] as const;

interface ViewSwitchProps {
  readonly view: GamesView;
  readonly onChange: (view: GamesView) => void;
}

/** Cards in a grid, cards in a list, or a table. */
export function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  const t = useContentT();
  const name = useId();
  return (
    <fieldset className="flex shrink-0 rounded-full border border-control p-0.5">
      <legend className="sr-only">{t('games.view')}</legend>
      {VIEWS.map(([value, label, Icon]) => (
        <label
          key={value}
          title={t(label)}
          className="relative grid h-9 w-11 cursor-pointer place-items-center rounded-full text-muted transition-colors duration-120 hover:text-text has-checked:bg-raised has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus)"
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={view === value}
            aria-label={t(label)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-full outline-none! [box-shadow:none]!"
            onChange={() => onChange(value)}
          />
          <Icon aria-hidden size={18} />
        </label>
      ))}
    </fieldset>
  );
}
