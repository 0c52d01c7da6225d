import type { Editor } from '@tiptap/core';

export interface EditorDialogProps {
  readonly editor: Editor;
  readonly open: boolean;
  readonly onClose: () => void;
}
