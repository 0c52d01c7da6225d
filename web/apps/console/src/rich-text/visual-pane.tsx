import type { Node } from '@tiptap/pm/model';
import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useMemo, useState } from 'react';
import { CaptionDialog } from './caption-dialog.tsx';
import { htmlOf } from './document-html.ts';
import type { AreaWiring, EditorProps } from './editor-props.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { PictureDialog } from './picture-dialog.tsx';
import { EXTENSIONS } from './schema/extensions.ts';
import type { DialogName } from './tools.ts';
import './rich-content.css';

interface VisualPaneProps extends EditorProps {
  /** The document of the HTML. */
  readonly content: Node;
  readonly isChosen: boolean;
  readonly onSource: (html: string) => void;
}

/** The text as it will look. */
export function VisualPane({ area, html, content, isChosen, onEdit, onSource }: VisualPaneProps) {
  const [dialog, setDialog] = useState<DialogName>();
  const attributes = useAreaAttributes(area);
  const [start] = useState(() => ({ json: content.toJSON(), html: htmlOf(content) }));
  const editor = useEditor({
    extensions: EXTENSIONS,
    // As a document: HTML would be parsed without the page's policy.
    content: start.json,
    injectCSS: false,
    autofocus: isChosen && 'start',
    editorProps: attributes,
    onUpdate: ({ editor: { state } }) => {
      onEdit(() => {
        const edited = htmlOf(state.doc);
        // What has been undone is as if it had not been touched.
        return edited === start.html ? html : edited;
      });
    },
  });
  useLabelClick(area.id, editor);

  const closeDialog = () => setDialog(undefined);
  return (
    <>
      <div className="rich-field rich-field-size">
        <EditorToolbar
          area={area.id}
          editor={editor}
          onDialog={setDialog}
          onSource={() => onSource(htmlOf(editor.state.doc, { inLines: true }))}
        />
        <EditorContent editor={editor} className="rich-area-frame" />
      </div>
      <LinkDialog editor={editor} open={dialog === 'link'} onClose={closeDialog} />
      <PictureDialog editor={editor} open={dialog === 'picture'} onClose={closeDialog} />
      <CaptionDialog editor={editor} open={dialog === 'caption'} onClose={closeDialog} />
    </>
  );
}

function useAreaAttributes({ id, label, describedBy, invalid = false }: AreaWiring) {
  return useMemo(() => {
    const described: Record<string, string> = describedBy ? { 'aria-describedby': describedBy } : {};
    const attributes: Record<string, string> = {
      id,
      role: 'textbox',
      class: 'rich-area rich-text rich-content',
      'aria-multiline': 'true',
      'aria-label': label,
      'aria-invalid': String(invalid),
      ...described,
    };
    return { attributes };
  }, [id, label, describedBy, invalid]);
}

/** Browsers lead a label's click to inputs only. */
function useLabelClick(id: string, editor: Editor): void {
  useEffect(() => {
    const focusEditor = ({ target }: MouseEvent) => {
      const label = target instanceof Element ? target.closest('label') : null;
      if (label?.htmlFor === id) editor.commands.focus();
    };
    document.addEventListener('click', focusEditor);
    return () => document.removeEventListener('click', focusEditor);
  }, [id, editor]);
}
