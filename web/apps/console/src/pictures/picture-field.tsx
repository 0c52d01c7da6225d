import { useQuery } from '@tanstack/react-query';
import { useConsoleT } from '@touchline/i18n';
import { Button, pictureSources } from '@touchline/ui';
import { useState } from 'react';
import type { FieldTexts } from '../forms/field.tsx';
import { useChannel } from '../session/session.ts';
import { LazyPictureEditor } from './lazy-parts.ts';
import { PictureChooser } from './picture-chooser.tsx';
import { PictureDialog } from './picture-dialog.tsx';
import { pictureOf } from './picture-of.ts';
import { picturesQuery } from './picture-queries.ts';
import './pictures.css';

interface PictureFieldProps extends FieldTexts {
  readonly id: string;
  readonly channel: number;
  /** The address; empty without a picture. */
  readonly value: string;
  readonly onChange: (address: string | null) => void;
}

/** A picture of the library; an address that a file has brought is shown, and kept until it is changed. */
export function PictureField({ id, channel, label, hint, problem, value, onChange }: PictureFieldProps) {
  const t = useConsoleT();
  const current = useChannel();
  const { data: pictures = [] } = useQuery(picturesQuery(channel));
  const [open, setOpen] = useState<'library' | 'editor' | null>(null);
  const picture = pictureOf(pictures, value);
  const close = () => setOpen(null);
  const described = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div role="group" aria-labelledby={`${id}-label`} className="grid content-start gap-1.5">
      <span id={`${id}-label`} className="text-sm font-medium">
        {label}
      </span>
      <div className="flex flex-wrap items-center gap-4">
        {value !== '' && <img {...pictureSources(value)} sizes="10rem" alt="" className="picture-thumb" />}
        <p className="min-w-0 flex-1 basis-40 text-sm wrap-anywhere">
          {picture?.name ?? (value || t('pictures.none'))}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          id={id}
          variant="secondary"
          aria-describedby={described || undefined}
          aria-invalid={Boolean(problem)}
          onClick={() => setOpen('library')}
        >
          {t(value === '' ? 'pictures.choose' : 'pictures.change')}
        </Button>
        {picture && (
          <Button variant="secondary" onClick={() => setOpen('editor')}>
            {t('pictures.edit')}
          </Button>
        )}
        {value !== '' && (
          <Button variant="secondary" onClick={() => onChange(null)}>
            {t('pictures.takeAway')}
          </Button>
        )}
      </div>
      {problem && (
        <p id={`${id}-problem`} role="alert" className="text-sm text-danger first-letter:uppercase">
          {problem}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-pretty text-muted">
          {hint}
        </p>
      )}
      <PictureChooser
        channel={channel}
        open={open === 'library'}
        onChoose={({ address }) => {
          onChange(address);
          close();
        }}
        onClose={close}
      />
      {picture && current && (
        <PictureDialog open={open === 'editor'} title={picture.name} onClose={close}>
          <LazyPictureEditor
            key={picture.id}
            channel={current}
            picture={picture}
            onDone={(saved) => {
              if (saved !== undefined) onChange(saved?.address ?? null);
              close();
            }}
          />
        </PictureDialog>
      )}
    </div>
  );
}
