import { useEffect, useState } from 'react';
import { useFavouritesSheet } from '../app/favourites-sheet-state.ts';
import { loadPatiently } from './load-patiently.ts';

const loadSheet = () => import('../routes/favourites-sheet.tsx');

type Sheet = Awaited<ReturnType<typeof loadSheet>>;

/** Where the sheet of favourites appears; its code loads with the first opening. */
export function FavouritesHost() {
  const open = useFavouritesSheet((sheet) => sheet.open);
  const [sheet, setSheet] = useState<Sheet | null>(null);
  useEffect(() => {
    if (open && !sheet) void loadPatiently(loadSheet).then(setSheet);
  }, [open, sheet]);
  return sheet && <sheet.FavouritesSheet />;
}
