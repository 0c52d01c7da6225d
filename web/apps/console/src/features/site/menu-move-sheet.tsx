import type { MenuItem } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button, Dialog } from '@touchline/ui';
import { useId, useState } from 'react';
import { SelectField } from '../../forms/select-field.tsx';
import { PLACES } from './menu-places.ts';
import { besides, branches, fits, type Spot, spotOf } from './menu-tree.ts';

interface MenuMoveSheetProps {
  readonly links: readonly MenuItem[];
  /** The one that is to move; null while the sheet is closed. */
  readonly link: MenuItem | null;
  readonly onMove: (spot: Spot) => void;
  readonly onClose: () => void;
}

/** Moves a link to any spot of the menu, for touch and keyboard. */
export function MenuMoveSheet({ links, link, onMove, onClose }: MenuMoveSheetProps) {
  const heading = useId();
  const t = useConsoleT();
  return (
    <Dialog open={link !== null} onClose={onClose} labelledBy={heading} className="popup p-6">
      <h2 id={heading} className="text-xl leading-7 wrap-anywhere">
        {t('resource.moveOf', { name: link?.name ?? '' })}
      </h2>
      {link && <MoveForm key={link.id} links={links} link={link} onMove={onMove} onClose={onClose} />}
    </Dialog>
  );
}

function MoveForm({ links, link, onMove, onClose }: MenuMoveSheetProps & { readonly link: MenuItem }) {
  const t = useConsoleT();
  const [spot, setSpot] = useState<Spot>(() => spotOf(links, link));
  const lists = PLACES.flatMap(({ value: place, label }) => {
    const parents: (MenuItem | null)[] = [null];
    const rows = branches(links, place).map(({ row }) => row);
    return parents.concat(rows.filter(({ id }) => fits(links, link, { parent: id }))).map((row) => ({
      value: `${place} ${row?.id ?? ''}`,
      text: row ? t('menu.under', { place: t(label), name: row.name }) : t(label),
      at: { place, parent: row?.id ?? null },
    }));
  });
  const others = besides(links, spot).filter(({ id }) => id !== link.id);
  const indexes = [...others, null].map((other, index) => ({
    value: String(index),
    text: other ? t('menu.before', { place: index + 1, name: other.name }) : t('menu.last', { place: index + 1 }),
  }));
  const choose = (value: string) => {
    const list = lists.find((one) => one.value === value);
    if (list) setSpot({ ...list.at, index: besides(links, list.at).filter(({ id }) => id !== link.id).length });
  };
  return (
    <>
      <div className="mt-4 grid gap-4">
        <SelectField
          label={t('menu.where')}
          options={lists.map(({ value, text }) => ({ value, text }))}
          value={`${spot.place} ${spot.parent ?? ''}`}
          onChange={choose}
        />
        <SelectField
          label={t('resource.place')}
          options={indexes}
          value={String(Math.min(spot.index, others.length))}
          onChange={(index) => setSpot({ ...spot, index: Number(index) })}
        />
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          {t('resource.cancel')}
        </Button>
        <Button
          onClick={() => {
            onClose();
            onMove(spot);
          }}
        >
          {t('resource.move')}
        </Button>
      </div>
    </>
  );
}
