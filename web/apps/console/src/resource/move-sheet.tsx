import { useConsoleT } from '@touchline/i18n';
import { Button, Dialog } from '@touchline/ui';
import { useId, useState } from 'react';
import { SelectField } from '../forms/select-field.tsx';

interface MoveSheetProps {
  /** Of the rows of the list. */
  readonly titles: readonly string[];
  /** Of the row that is to move. */
  readonly place: number;
  readonly open: boolean;
  readonly onMove: (to: number) => void;
  readonly onClose: () => void;
}

/** Moves a row to any place of its list, for touch and keyboard. */
export function MoveSheet({ titles, place, open, onMove, onClose }: MoveSheetProps) {
  const heading = useId();
  const t = useConsoleT();
  return (
    <Dialog open={open} onClose={onClose} labelledBy={heading} className="popup p-6">
      <h2 id={heading} className="text-xl leading-7 wrap-anywhere">
        {t('resource.moveOf', { name: titles[place] ?? '' })}
      </h2>
      <MoveForm titles={titles} place={place} onMove={onMove} onClose={onClose} />
    </Dialog>
  );
}

function MoveForm({ titles, place, onMove, onClose }: Pick<MoveSheetProps, 'titles' | 'place' | 'onMove' | 'onClose'>) {
  const t = useConsoleT();
  const [to, setTo] = useState(place);
  const options = titles.map((title, index) => ({ value: String(index), text: `${index + 1}. ${title}` }));
  const move = () => {
    onClose();
    if (to !== place) onMove(to);
  };
  return (
    <>
      <div className="mt-4">
        <SelectField
          label={t('resource.place')}
          hint={t('resource.placeText')}
          options={options}
          value={String(to)}
          onChange={(word) => setTo(Number(word))}
        />
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          {t('resource.cancel')}
        </Button>
        <Button onClick={move}>{t('resource.move')}</Button>
      </div>
    </>
  );
}
