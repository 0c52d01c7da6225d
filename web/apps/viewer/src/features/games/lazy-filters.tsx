import { lazyScreen } from '../../loading/lazy-screen.tsx';

const load = () => import('./filters.ts');
const Nothing = () => null;
/** Runs along the top of the window, so that nothing moves. */
const Line = () => <div aria-hidden className="progress-line" />;

/** The filters, which a phone shows only when asked and a list without a choice needs no words for. */
export const PillsPart = lazyScreen(async () => (await load()).FilterPills, Nothing);
export const SheetPart = lazyScreen(async () => (await load()).FilterSheet, Line);
export const ChipsPart = lazyScreen(async () => (await load()).FilterChips, Nothing);

export async function loadFilters(): Promise<void> {
  await Promise.all([PillsPart, SheetPart, ChipsPart].map((part) => part.preload()));
}
