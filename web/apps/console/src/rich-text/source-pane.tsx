import type { Node } from '@tiptap/pm/model';
import { useConsoleT } from '@touchline/i18n';
import { CodeXml } from 'lucide-react';
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react';
import { allowedContent } from './allowed-html.ts';
import { documentOf } from './document-html.ts';
import type { EditorProps } from './editor-props.ts';
import { HtmlPreview } from './html-preview.tsx';
import { SourceArea } from './source-area.tsx';
import { Toolbar } from './toolbar.tsx';
import { ToolButton } from './tool-button.tsx';

interface SourcePaneProps extends EditorProps {
  /** Otherwise it is shown because the editor would lose something. */
  readonly isChosen: boolean;
  readonly onVisual: (html: string, content: Node) => void;
}

/** The HTML, what it will look like, and what of it the server will not keep. */
export function SourcePane({ area, html, isChosen, onEdit, onVisual }: SourcePaneProps) {
  const t = useConsoleT();
  const notes = useId();
  const textarea = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState(html);
  const [isUnknown, setIsUnknown] = useState(!isChosen);
  const shown = useDeferredValue(typed);
  const { body, dropped } = useMemo(() => allowedContent(shown), [shown]);
  useEffect(() => {
    if (isChosen) textarea.current?.focus();
  }, [isChosen]);

  const edit = (source: () => string) => {
    setTyped(source());
    setIsUnknown(false);
    onEdit(source);
  };
  const showVisually = () => {
    const content = documentOf(typed);
    if (content) onVisual(typed, content);
    else setIsUnknown(true);
  };
  const describedBy = [area.describedBy, notes].filter(Boolean).join(' ');
  return (
    <>
      <div className="rich-field rich-field-size">
        <Toolbar area={area.id}>
          <ToolButton name="source" label={t('richText.source')} isPressed onPress={showVisually}>
            <CodeXml aria-hidden size={18} />
          </ToolButton>
        </Toolbar>
        <SourceArea ref={textarea} area={{ ...area, describedBy }} html={html} onEdit={edit} />
      </div>
      <div id={notes} role="status" className="text-sm text-pretty">
        {isUnknown && <p className="mt-2">{t('richText.sourceOnly')}</p>}
        {dropped.size > 0 && (
          <p className="mt-2 text-warn">{t('richText.dropped', { what: [...dropped].join(', ') })}</p>
        )}
      </div>
      <HtmlPreview body={body} />
    </>
  );
}
