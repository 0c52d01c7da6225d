import { useConsoleT } from '@touchline/i18n';
import { Button, Skeleton } from '@touchline/ui';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { EditorProps } from './editor-props.ts';
import { SourceArea } from './source-area.tsx';
import { useEditorChunk } from './use-editor-chunk.ts';
import './rich-text-field.css';

/** The editor once it is there; where it cannot be had, the HTML alone. */
export function LazyEditor({ area, html, onEdit }: EditorProps) {
  const t = useConsoleT();
  const { chunk, retry } = useEditorChunk();
  // What the editor begins with, should it come after all.
  const [typed, setTyped] = useState(html);
  const edit = (source: () => string) => {
    setTyped(source());
    onEdit(source);
  };
  if (chunk.status === 'ready') return <chunk.Editor area={area} html={typed} onEdit={onEdit} />;
  if (chunk.status === 'waiting') {
    return (
      <div className="rich-field-size" aria-busy>
        <Skeleton className="h-full" />
      </div>
    );
  }
  return (
    <>
      <div className="rich-field rich-field-size">
        <SourceArea area={area} html={html} onEdit={edit} />
      </div>
      <div role="alert" className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-pretty">
        <p className="min-w-0 flex-1 basis-72">{t('richText.notLoaded')}</p>
        <Button variant="secondary" size="small" onClick={retry}>
          <RotateCw aria-hidden size={16} />
          {t('ui.retry')}
        </Button>
      </div>
    </>
  );
}
