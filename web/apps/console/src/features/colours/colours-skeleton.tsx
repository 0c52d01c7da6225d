import { Skeleton } from '@touchline/ui';
import { COLOUR_FIELDS } from './colour-fields';
import './colour-editor.css';

export function ColoursSkeleton() {
  return (
    <div aria-busy className="editor-grid">
      <output className="sr-only">Loading the channel's colours</output>
      <div className="grid content-start gap-5">
        {COLOUR_FIELDS.map(({ name }) => (
          <Skeleton key={name} className="h-[4.375rem]" />
        ))}
      </div>
      <Skeleton className="h-[36rem] rounded-sheet" />
    </div>
  );
}
