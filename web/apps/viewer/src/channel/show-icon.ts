import { smallPicture } from '@touchline/ui';

/** The channel's logo, where the browser shows which page this is. */
export function showIcon(logo: string | null): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (logo === null) {
    icon?.remove();
    return;
  }
  const link = icon ?? document.createElement('link');
  link.rel = 'icon';
  link.href = smallPicture(logo);
  if (!icon) document.head.append(link);
}
