import { useLocale, useContentT } from '@touchline/i18n';
import { EarthLock } from 'lucide-react';
import './region-message.css';

interface RegionMessageProps {
  /** Two letters of where the visitor seems to be, where that is known. */
  readonly country: string | null;
}

/** Takes the place of the player for visitors whose region is blocked; as large as the player, so that nothing jumps. */
export function RegionStage({ country }: RegionMessageProps) {
  const t = useContentT();
  return (
    <div className="stage region-stage on-art">
      <div
        role="status"
        className="absolute inset-0 grid place-content-center justify-items-center gap-[clamp(0.375rem,1.6cqw,1rem)] px-5 text-center"
      >
        <EarthLock aria-hidden strokeWidth={1.5} className="size-[clamp(2rem,7cqw,4.5rem)] text-[#c3cad6]" />
        <p className="font-display text-[clamp(1.375rem,4.4cqw,2.75rem)] leading-none font-extrabold text-balance">
          {t('region.title')}
        </p>
        <p className="max-w-[52ch] text-[clamp(0.8125rem,1.9cqw,1.0625rem)] leading-snug text-balance text-[#e8ebf0]">
          <Reason country={country} />
        </p>
      </div>
    </div>
  );
}

/** The same in a line, above a list of what cannot be played. */
export function RegionBanner({ country }: RegionMessageProps) {
  const t = useContentT();
  return (
    <div role="status" className="flex items-center gap-4 rounded-card border border-control bg-surface px-5 py-4">
      <EarthLock aria-hidden size={24} className="shrink-0 text-warn" />
      <div className="min-w-0">
        <p className="text-[0.9375rem] leading-5 font-semibold">{t('region.title')}</p>
        <p className="mt-0.5 text-sm text-pretty text-muted">
          <Reason country={country} />
        </p>
      </div>
    </div>
  );
}

function Reason({ country }: RegionMessageProps) {
  const t = useContentT();
  const locale = useLocale();
  const name = country && countryName(country, locale);
  return name ? t('region.textCountry', { country: name }) : t('region.text');
}

/** The country in the language of the page; undefined for letters that no country has. */
function countryName(code: string, locale: string): string | undefined {
  try {
    return new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }).of(code);
  } catch {
    return undefined;
  }
}
