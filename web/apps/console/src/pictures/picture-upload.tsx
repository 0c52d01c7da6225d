import type { PictureItem } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { classNames } from '@touchline/ui';
import { ImageUp } from 'lucide-react';
import { useState } from 'react';
import { FormAlert } from '../forms/form-alert.tsx';
import { uploadProblem, useUpload } from './use-upload.ts';
import '../forms/drop-field.css';

interface PictureUploadProps {
  readonly channel: number;
  readonly onUploaded: (picture: PictureItem) => void;
}

/** One picture, chosen, dropped, or taken with a phone's camera; sent at once. */
export function PictureUpload({ channel, onUploaded }: PictureUploadProps) {
  const t = useConsoleT();
  const [isOver, setIsOver] = useState(false);
  const upload = useUpload(channel, onUploaded);
  return (
    <div className="grid gap-3">
      <div className={classNames('drop-field', isOver && 'drop-field-over')}>
        <input
          type="file"
          accept="image/*"
          aria-label={t('pictures.upload')}
          disabled={upload.isPending}
          className="drop-input"
          onDragEnter={() => setIsOver(true)}
          onDragLeave={() => setIsOver(false)}
          onDrop={() => setIsOver(false)}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) upload.mutate(file);
            // The same file can be chosen again.
            currentTarget.value = '';
          }}
        />
        <ImageUp aria-hidden size={28} className="shrink-0 text-muted" />
        <div className="min-w-0">
          <output className="font-semibold wrap-anywhere">
            {upload.isPending ? t('pictures.uploading', { name: upload.variables.name }) : t('pictures.drop')}
          </output>
          <p className="text-sm text-muted">{t('pictures.dropText')}</p>
        </div>
      </div>
      <FormAlert text={uploadProblem(upload.error, t)} />
    </div>
  );
}
