import { loadContentMessages } from '@touchline/i18n';
import { useEffect, useState } from 'react';
import { useFavouritesSheet } from '../favourites/favourites-sheet-state.ts';
import { loadWithRetry } from '../loading/load-with-retry.ts';

const loadSheet = async () => {
  const [sheet] = await Promise.all([import('../features/favourites/favourites-sheet.tsx'), loadContentMessages()]);
  return sheet;
};

type Sheet = Awaited<ReturnType<typeof loadSheet>>;

/** Where the sheet of favourites appears; its code loads with the first opening. */
export function FavouritesHost() {
  const open = useFavouritesSheet((sheet) => sheet.open);
  const [sheet, setSheet] = useState<Sheet | null>(null);
  useEffect(() => {
    if (open && !sheet) void loadWithRetry(loadSheet).then(setSheet);
  }, [open, sheet]);
  return sheet && <sheet.FavouritesSheet />;
}
