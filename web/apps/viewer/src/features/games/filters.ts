/** All filters in one chunk, since one part of them leads to the next. */
export { FilterChips } from './filter-chips.tsx';
export { FilterPills } from './filter-pills.tsx';
export { FilterSheet } from './filter-sheet.tsx';
