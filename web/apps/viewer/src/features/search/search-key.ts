const FIELDS = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';

/** Whether a key press asks for the search: "/" by itself, outside of fields and while nothing covers the page. */
export function isSearchKey(event: KeyboardEvent): boolean {
  if (event.key !== '/' || event.defaultPrevented || event.repeat) return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const inField = event.target instanceof Element && event.target.closest(FIELDS) !== null;
  return !inField && document.querySelector('dialog[open]') === null;
}
