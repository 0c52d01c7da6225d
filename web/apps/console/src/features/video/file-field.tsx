import { useConsoleT, useLocale } from '@touchline/i18n';
import { classNames } from '@touchline/ui';
import { FileVideo } from 'lucide-react';
import { useState } from 'react';
import { fileSize } from './file-size.ts';
import '../../forms/drop-field.css';

interface FileFieldProps {
  readonly file: File | null;
  readonly onFile: (file: File | null) => void;
}

/** One file, chosen or dropped: the browser's own field takes both, and lies unseen over the whole. */
export function FileField({ file, onFile }: FileFieldProps) {
  const t = useConsoleT();
  const locale = useLocale();
  const [isOver, setIsOver] = useState(false);
  return (
    <div className={classNames('drop-field', isOver && 'drop-field-over')}>
      <input
        // Made anew once its file is on its way.
        key={file ? 'chosen' : 'empty'}
        type="file"
        accept="video/*,.mkv,.ts,.flv"
        aria-label={t('video.file')}
        className="drop-input"
        onDragEnter={() => setIsOver(true)}
        onDragLeave={() => setIsOver(false)}
        onDrop={() => setIsOver(false)}
        onChange={({ currentTarget }) => onFile(currentTarget.files?.[0] ?? null)}
      />
      <FileVideo aria-hidden size={28} className="shrink-0 text-muted" />
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">
          {file ? t('video.chosen', { name: file.name, size: fileSize(file.size, locale) }) : t('video.drop')}
        </p>
        <p className="text-sm text-muted">{t('video.dropText')}</p>
      </div>
    </div>
  );
}
