import { useConsoleT, useLocale } from '@touchline/i18n';
import { classNames } from '@touchline/ui';
import { FileVideo } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { fileSize } from './file-size.ts';

interface FileFieldProps {
  readonly file: File | null;
  readonly onFile: (file: File | null) => void;
}

/** One file, chosen or dropped. */
export function FileField({ file, onFile }: FileFieldProps) {
  const t = useConsoleT();
  const locale = useLocale();
  const [isOver, setIsOver] = useState(false);
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setIsOver(over);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) onFile(dropped);
  };
  return (
    <label
      className={classNames('drop-field', isOver && 'drop-field-over')}
      onDragEnter={drag(true)}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={drop}
    >
      <input
        // Made anew once its file is on its way.
        key={file ? 'chosen' : 'empty'}
        type="file"
        accept="video/*,.mkv,.ts,.flv"
        aria-label={t('video.file')}
        className="sr-only"
        onChange={({ currentTarget }) => onFile(currentTarget.files?.[0] ?? null)}
      />
      <FileVideo aria-hidden size={28} className="shrink-0 text-muted" />
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere">
          {file ? t('video.chosen', { name: file.name, size: fileSize(file.size, locale) }) : t('video.drop')}
        </span>
        <span className="block text-sm text-muted">{t('video.dropText')}</span>
      </span>
    </label>
  );
}
