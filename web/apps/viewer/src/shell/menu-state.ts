import { create } from 'zustand';

interface MenuState {
  readonly open: boolean;
  setOpen(open: boolean): void;
}

/** Whether the sheet with the navigation is open; the header opens it before its code may be there. */
export const useMenuState = create<MenuState>()((set) => ({
  open: false,
  setOpen: (open) => set({ open }),
}));
