import { useConsoleT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { makeKey } from '../../../resource/make-key.ts';
import { MoveSheet } from '../../../resource/move-sheet.tsx';
import type { StructuredInputProps } from '../../../resource/field-props.ts';
import { moved } from '../../../resource/ordering.ts';
import { useKeptFocus } from '../../../resource/use-kept-focus.ts';
import { FormFieldRow } from './form-field-row.tsx';
import { NEW_FIELD, parseFormFields, writeFormFields } from './form-field-list.ts';
import '../../../lists/list.css';

/** The fields of a form in their order. */
export function FormFieldsInput({
  id,
  channel,
  label,
  hint,
  problem,
  value,
  problems,
  onChange,
}: StructuredInputProps) {
  const t = useConsoleT();
  const fields = parseFormFields(value);
  // The server names new fields, so a field has no name to be known by: it keeps its key while the list is edited here.
  const [keys, setKeys] = useState(() => fields.map(makeKey));
  if (keys.length !== fields.length) setKeys(fields.map(makeKey));
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [dragged, setDragged] = useState<number | null>(null);
  const [moving, setMoving] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const keepFocus = useKeptFocus();
  const titles = fields.map((field) => field.label || t('forms.unnamed'));

  const write = (next: typeof fields, nextKeys: string[]) => {
    setKeys(nextKeys);
    onChange(writeFormFields(next));
  };
  const move = (from: number, to: number) => {
    keepFocus();
    write(moved(fields, from, to), moved(keys, from, to));
    setSaid(t('resource.movedTo', { name: titles[from] ?? '', place: to + 1, count: fields.length }));
  };
  const remove = (index: number) => {
    write(fields.toSpliced(index, 1), keys.toSpliced(index, 1));
    setSaid(t('forms.fieldRemoved', { name: titles[index] ?? '' }));
  };
  const add = () => {
    const key = makeKey();
    write([...fields, NEW_FIELD], [...keys, key]);
    setOpen(new Set([...open, key]));
    requestAnimationFrame(() => document.getElementById(`${id}.${fields.length}.label`)?.focus());
  };
  return (
    <fieldset id={id} tabIndex={-1} aria-describedby={`${id}-hint`} className="grid min-w-0 gap-2">
      <legend className="text-xl leading-7">{label}</legend>
      {problem && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
      <p id={`${id}-hint`} className="text-sm text-pretty text-muted">
        {hint}
      </p>
      {fields.length > 1 && <p className="resource-order-text">{t('resource.orderText')}</p>}
      <ul aria-label={label} className="list">
        {fields.map((field, index) => (
          <FormFieldRow
            key={keys[index]}
            id={`${id}.${index}`}
            own={channel.language}
            field={field}
            title={titles[index] ?? ''}
            ordering={{
              place: index,
              count: fields.length,
              onMove: move,
              onMoveTo: () => setMoving(index),
              dragged,
              onDrag: setDragged,
            }}
            isOpen={open.has(keys[index] ?? '')}
            onOpen={(isOpen) => {
              const others = [...open].filter((key) => key !== keys[index]);
              setOpen(new Set(isOpen ? [...others, keys[index] ?? ''] : others));
            }}
            problems={problems.flatMap(({ name, text }) =>
              name.startsWith(`${index}.`) ? [{ name: name.slice(`${index}.`.length), text }] : [],
            )}
            onChange={(next) => write(fields.with(index, next), keys)}
            onRemove={() => remove(index)}
          />
        ))}
      </ul>
      <Button type="button" variant="secondary" className="min-h-11 justify-self-start" onClick={add}>
        <Plus aria-hidden size={16} />
        {t('forms.addField')}
      </Button>
      <MoveSheet
        titles={titles}
        place={moving ?? 0}
        open={moving !== null}
        onMove={(to) => moving !== null && move(moving, to)}
        onClose={() => setMoving(null)}
      />
      <output className="sr-only">{said}</output>
    </fieldset>
  );
}
