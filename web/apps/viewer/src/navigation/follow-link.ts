/** The address inside this site that a click means to open in place, or null when the browser should see to it. */
export function followsInPlace(event: globalThis.MouseEvent, origin: string): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.hasAttribute('download') || (link.target && link.target !== '_self')) return null;
  const url = new URL(link.href, origin);
  return url.origin === origin ? url.pathname + url.search + url.hash : null;
}
