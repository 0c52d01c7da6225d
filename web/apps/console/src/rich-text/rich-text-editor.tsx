import type { Node } from '@tiptap/pm/model';
import { useState } from 'react';
import { documentOf } from './document-html.ts';
import type { EditorProps } from './editor-props.ts';
import { SourcePane } from './source-pane.tsx';
import { VisualPane } from './visual-pane.tsx';

interface Opened {
  readonly html: string;
  /** Null where the HTML is shown. */
  readonly content: Node | null;
  /** The operator asked for this pane, so the focus goes there. */
  readonly isChosen: boolean;
}

function open(html: string): Opened {
  return { html, content: documentOf(html), isChosen: false };
}

/** The text as it will look, or its HTML: by choice, and wherever the first would lose something. */
export function RichTextEditor({ area, html, onEdit }: EditorProps) {
  const [opened, setOpened] = useState(() => open(html));
  if (opened.content === null) {
    return (
      <SourcePane
        area={area}
        html={opened.html}
        isChosen={opened.isChosen}
        onEdit={onEdit}
        onVisual={(source, content) => setOpened({ html: source, content, isChosen: true })}
      />
    );
  }
  return (
    <VisualPane
      area={area}
      html={opened.html}
      content={opened.content}
      isChosen={opened.isChosen}
      onEdit={onEdit}
      onSource={(source) => setOpened({ html: source, content: null, isChosen: true })}
    />
  );
}
