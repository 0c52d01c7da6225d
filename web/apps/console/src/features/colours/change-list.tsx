import { useConsoleT } from '@touchline/i18n';
import type { Change } from './changes.ts';
import { COLOUR_LABELS } from './colours.ts';
import { Swatch } from './swatch.tsx';

/** The colours that the theme has moved, and why; announced when that changes. */
export function ChangeList({ changes }: { readonly changes: readonly Change[] }) {
  const t = useConsoleT();
  return (
    <section aria-labelledby="changes" className="mt-10">
      <h2 id="changes" className="text-[1.75rem]/8">
        {t('colours.changes')}
      </h2>
      <div aria-live="polite" className="mt-3">
        {changes.length === 0 ? (
          <p className="text-muted">{t('colours.noChanges')}</p>
        ) : (
          <ul className="grid gap-3">
            {changes.map(({ name, asked, used, reason, ratio }) => (
              <li key={name} className="rounded-card border border-line bg-surface p-4">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
                  {t(COLOUR_LABELS[name])}
                  <span className="flex items-center gap-2 text-sm">
                    <Swatch colour={asked} />
                    <span aria-hidden>→</span>
                    <span className="sr-only">{t('colours.became')}</span>
                    <Swatch colour={used} />
                  </span>
                </p>
                <p className="mt-1 text-sm text-pretty text-muted">
                  {reason === 'colours.tooFaint' ? t(reason, { ratio }) : t(reason)}
                </p>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
