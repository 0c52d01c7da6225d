import { COLOUR_FIELDS } from './colour-fields';
import type { Change } from './changes';
import { Swatch } from './swatch';

/** What became of the chosen colours, in words; read out when it changes. */
export function ChangeList({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <section aria-labelledby="changes" className="mt-10">
      <h2 id="changes" className="text-[1.75rem]/8">
        What was changed
      </h2>
      <div aria-live="polite" className="mt-3">
        {changes.length === 0 ? (
          <p className="text-muted">Nothing: every colour is used exactly as you chose it.</p>
        ) : (
          <ul className="grid gap-3">
            {changes.map(({ name, asked, used, reason }) => (
              <li key={name} className="rounded-card border border-line bg-surface p-4">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
                  {COLOUR_FIELDS.find((field) => field.name === name)?.label}
                  <span className="flex items-center gap-2 text-sm">
                    <Swatch colour={asked} />
                    <span aria-hidden>→</span>
                    <span className="sr-only">became</span>
                    <Swatch colour={used} />
                  </span>
                </p>
                <p className="mt-1 text-sm text-pretty text-muted">{reason}</p>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
