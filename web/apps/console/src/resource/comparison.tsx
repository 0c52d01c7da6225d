import { useConsoleT } from '@touchline/i18n';
import { compareTexts } from './compare-texts.ts';
import { shortened } from './shortened.ts';
import './comparison.css';

interface ComparisonProps {
  readonly before: string;
  readonly after: string;
}

/** What was taken out of a text, struck through, and what came in, underlined; far from a change the text is left out. */
export function Comparison({ before, after }: ComparisonProps) {
  const t = useConsoleT();
  const stretches = compareTexts(before, after);
  // Stretches have no identity but their place.
  const placed = stretches.map((stretch, place) => ({ ...stretch, place }));
  return (
    <span className="comparison">
      {placed.map(({ kind, text, place }) => {
        if (kind === 'same') {
          return <span key={place}>{shortened(text, place === 0, place === stretches.length - 1)}</span>;
        }
        const Mark = kind === 'added' ? 'ins' : 'del';
        return (
          <Mark key={place}>
            <span className="sr-only">{t(kind === 'added' ? 'resource.added' : 'resource.removed')}</span>
            {text}
          </Mark>
        );
      })}
    </span>
  );
}
