import { useId } from 'react';
import './colour-field.css';

interface ColourFieldProps {
  readonly label: string;
  readonly text: string;
  /** The colour that is in use, for the picker, while the text is none. */
  readonly colour: string;
  readonly hint: string | undefined;
  readonly error: string | undefined;
  readonly onEdit: (text: string) => void;
}

export function ColourField({ label, text, colour, hint, error, onEdit }: ColourFieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="mt-1.5 flex gap-2">
        <input
          type="color"
          aria-label={`${label}, picker`}
          value={colour}
          onChange={(event) => onEdit(event.target.value)}
          className="colour-picker size-11 shrink-0"
        />
        <input
          id={id}
          type="text"
          value={text}
          onChange={(event) => onEdit(event.target.value)}
          aria-invalid={error !== undefined}
          aria-describedby={(error ?? hint) ? `${id}-note` : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={64}
          className="h-11 w-full min-w-0 rounded-field border border-control bg-body px-3 tabular-nums text-base aria-invalid:border-danger"
        />
      </div>
      {(error ?? hint) && (
        <p id={`${id}-note`} className={`mt-1.5 text-[0.8125rem]/4.5 ${error ? 'text-danger' : 'text-muted'}`}>
          {error ?? hint}
        </p>
      )}
    </div>
  );
}
