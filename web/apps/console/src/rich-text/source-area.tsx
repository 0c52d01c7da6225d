import type { Ref } from 'react';
import { VERBATIM } from '../forms/text-field.tsx';
import type { EditorProps } from './editor-props.ts';

interface SourceAreaProps extends EditorProps {
  readonly ref?: Ref<HTMLTextAreaElement>;
}

/** The HTML itself. */
export function SourceArea({ area, html, onEdit, ref }: SourceAreaProps) {
  return (
    <textarea
      {...VERBATIM}
      ref={ref}
      id={area.id}
      aria-label={area.label}
      aria-describedby={area.describedBy}
      aria-invalid={area.invalid}
      defaultValue={html}
      onChange={({ target }) => onEdit(() => target.value)}
      className="rich-area font-mono text-sm"
    />
  );
}
