/** The channel's icons, where the browser shows which page this is. */
export function showIcon(version: string): void {
  for (const icon of document.querySelectorAll<HTMLLinkElement>('link[rel="icon"]')) {
    icon.href = icon.href.replace(/(\?v=.*)?$/, `?v=${version}`);
  }
}
