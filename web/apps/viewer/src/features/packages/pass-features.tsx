import type { Pass } from '@touchline/api';
import { type ShopTranslate, useShopT } from '@touchline/i18n';
import { Popcorn, Download, type LucideIcon, MegaphoneOff, Scissors } from 'lucide-react';

interface PassFeaturesProps {
  readonly pass: Pick<Pass, 'features' | 'max_clips' | 'max_downloads'>;
}

/** What a pass brings besides its games; nothing where it brings games alone. */
export function PassFeatures({ pass }: PassFeaturesProps) {
  const t = useShopT();
  const brought = [
    [Scissors, clipText(pass, t)],
    [Download, downloadText(pass, t)],
    [MegaphoneOff, pass.features.includes('no_ads') && t('shop.noAds')],
    [Popcorn, pass.features.includes('vod_media_access') && t('shop.films')],
  ] satisfies readonly (readonly [LucideIcon, string | false])[];
  const shown = brought.filter(([, words]) => words !== false);
  if (shown.length === 0) return null;
  return (
    <ul aria-label={t('shop.brings')} className="pass-features">
      {shown.map(([Icon, words]) => (
        <li key={Icon.displayName ?? String(words)}>
          <Icon aria-hidden size={18} />
          {words}
        </li>
      ))}
    </ul>
  );
}

function clipText({ features, max_clips: most }: PassFeaturesProps['pass'], t: ShopTranslate): string | false {
  if (!features.includes('clipping')) return false;
  return most === null ? t('shop.clips') : t('shop.clipsUpTo', { count: most });
}

function downloadText({ features, max_downloads: most }: PassFeaturesProps['pass'], t: ShopTranslate): string | false {
  const [games, clips] = [features.includes('download'), features.includes('download_clip')];
  if (!games && !clips) return false;
  const what = games && clips ? t('shop.downloads') : games ? t('shop.downloadGames') : t('shop.downloadClips');
  return most === null ? what : t('shop.downloadsUpTo', { what, count: most });
}
