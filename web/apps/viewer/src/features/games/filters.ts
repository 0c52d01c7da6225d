/** All filters in one file, since whoever opens one place of them soon sees the next. */
export { FilterChips } from './filter-chips.tsx';
export { FilterPills } from './filter-pills.tsx';
export { FilterSheet } from './filter-sheet.tsx';
