import { type FocusEvent, type KeyboardEvent, useEffect, useState } from 'react';
import { DelayedChange } from './delayed-change.ts';
import type { AreaWiring } from './editor-props.ts';
import { LazyEditor } from './lazy-editor.tsx';

interface RichTextFieldProps extends AreaWiring {
  /** HTML as it is stored. */
  readonly value: string;
  /** Called after a pause, and at the latest when the field is left or saved by keyboard. */
  readonly onChange: (html: string) => void;
}

/**
 * Edits HTML within what the server allows. The visible label stands outside, with the field's id in `htmlFor`; `label`
 * says the same to screen readers.
 */
export function RichTextField({ value, onChange, ...area }: RichTextFieldProps) {
  const [seen, setSeen] = useState(value);
  const [own, setOwn] = useState(value);
  const [version, setVersion] = useState(0);
  if (value !== seen) {
    setSeen(value);
    // Not what was typed here: a form that was reset, or another operator's text.
    if (value !== own) setVersion(version + 1);
  }
  const pass = (html: string) => {
    setOwn(html);
    onChange(html);
  };
  return <Draft key={version} area={area} value={value} onChange={pass} />;
}

interface DraftProps {
  readonly area: AreaWiring;
  readonly value: string;
  readonly onChange: (html: string) => void;
}

function Draft({ area, value, onChange }: DraftProps) {
  const [change] = useState(() => new DelayedChange(value));
  useEffect(() => change.passTo(onChange), [change, onChange]);
  useEffect(() => () => change.flush(), [change]);
  const flushWhenLeft = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) change.flush();
  };
  const flushBeforeSave = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
    if (key.toLowerCase() === 's' && (ctrlKey || metaKey)) change.flush();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the editor inside is what has the focus.
    <div onBlur={flushWhenLeft} onKeyDown={flushBeforeSave}>
      <LazyEditor area={area} html={value} onEdit={(html) => change.later(html)} />
    </div>
  );
}
