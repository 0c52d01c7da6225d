import { useConsoleT } from '@touchline/i18n';
import { compareTexts } from './compare-texts.ts';
import { shortened } from './shortened.ts';
import './comparison.css';

interface ComparisonProps {
  readonly before: string;
  readonly after: string;
}

/** Removed text is struck through, added text underlined; unchanged text is cut to what is near a change. */
export function Comparison({ before, after }: ComparisonProps) {
  const t = useConsoleT();
  const stretches = compareTexts(before, after);
  // The place is the key.
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
