import { type ComponentType, useCallback, useEffect, useState } from 'react';
import type { EditorProps } from './editor-props.ts';

export type EditorChunk =
  | { readonly status: 'waiting' | 'failed' }
  | { readonly status: 'ready'; readonly Editor: ComponentType<EditorProps> };

/** What one field has loaded is there for the next. */
let known: EditorChunk = { status: 'waiting' };

async function fetchEditor(): Promise<EditorChunk> {
  try {
    const { RichTextEditor } = await import('./rich-text-editor.tsx');
    known = { status: 'ready', Editor: RichTextEditor };
    return known;
  } catch {
    return { status: 'failed' };
  }
}

/** The editor, which is too large for every form to bring along. */
export function useEditorChunk(): { readonly chunk: EditorChunk; readonly retry: () => void } {
  const [chunk, setChunk] = useState<EditorChunk>(known);
  const load = useCallback(() => void fetchEditor().then(setChunk), []);
  useEffect(() => {
    if (known.status !== 'ready') load();
  }, [load]);
  return { chunk, retry: load };
}
