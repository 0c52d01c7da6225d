import { create } from 'zustand';

/** Whether the visitor has stopped everything that moves by itself; one switch for the whole page. */
interface MotionSwitch {
  readonly stopped: boolean;
  toggle(): void;
}

export const useMotionSwitch = create<MotionSwitch>()((set) => ({
  stopped: false,
  toggle: () => set(({ stopped }) => ({ stopped: !stopped })),
}));
