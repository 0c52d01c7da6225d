import { create } from 'zustand';

/** Whether the sheet with the person's favourites is open; its code loads when it first is. */
export const useFavouritesSheet = create<{ readonly open: boolean }>()(() => ({ open: false }));

export function openFavourites(): void {
  useFavouritesSheet.setState({ open: true });
}

export function closeFavourites(): void {
  useFavouritesSheet.setState({ open: false });
}
