import { usePlayerT } from '@touchline/i18n';

interface EmbeddedMediaProps {
  readonly url: string;
  readonly title: string;
}

/**
 * A video of another site. It may run its own scripts and nothing of ours: it can neither read this page, nor lead it
 * elsewhere, nor open windows.
 */
export function EmbeddedMedia({ url, title }: EmbeddedMediaProps) {
  const t = usePlayerT();
  if (!isForeign(url)) return null;
  return (
    <div className="stage on-art">
      <iframe
        src={url}
        title={t('player.embedded', { title })}
        // oxlint-disable-next-line react/iframe-missing-sandbox -- safe on a foreign origin, and players need their own.
        sandbox="allow-scripts allow-same-origin allow-presentation"
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
        loading="lazy"
        className="absolute inset-0 size-full border-0"
      />
    </div>
  );
}

/** With scripts and its own origin a page of this site would not be kept in by the sandbox. */
export function isForeign(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host } = new URL(url);
  return protocol === 'https:' && host !== location.host;
}
