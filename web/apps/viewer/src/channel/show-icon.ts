import { pictureAtWidth } from '@touchline/ui';

const ICON_WIDTH = 96;

/** The channel's logo, where the browser shows which page this is. */
export function showIcon(logo: string | null): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (logo === null) {
    icon?.remove();
    return;
  }
  const link = icon ?? document.createElement('link');
  link.rel = 'icon';
  link.href = pictureAtWidth(logo, ICON_WIDTH);
  if (!icon) document.head.append(link);
}
