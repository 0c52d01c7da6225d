import { useEditorState } from '@tiptap/react';
import type { Editor } from '@tiptap/core';
import { useConsoleT } from '@touchline/i18n';
import { CodeXml } from 'lucide-react';
import { Toolbar } from './toolbar.tsx';
import { ToolButton } from './tool-button.tsx';
import { type DialogName, TABLE_TOOLS, TOOLS } from './tools.ts';

interface EditorToolbarProps {
  readonly area: string;
  readonly editor: Editor;
  readonly onDialog: (name: DialogName) => void;
  readonly onSource: () => void;
}

function stateOf(editor: Editor) {
  const groups = editor.isActive('table') ? [...TOOLS, TABLE_TOOLS] : TOOLS;
  return groups.map((group) =>
    group.map((tool) => ({
      tool,
      isPressed: tool.isPressed?.(editor),
      isPossible: tool.isPossible?.(editor) ?? true,
    })),
  );
}

/** What can be done with the text at the cursor. */
export function EditorToolbar({ area, editor, onDialog, onSource }: EditorToolbarProps) {
  const t = useConsoleT();
  const groups = useEditorState({ editor, selector: (current) => stateOf(current.editor) });
  const press = (action: DialogName | ((editor: Editor) => void), byPointer: boolean) => {
    if (typeof action === 'string') return onDialog(action);
    action(editor);
    if (byPointer) editor.commands.focus();
  };
  return (
    <Toolbar area={area}>
      {groups.map((group) => (
        <div key={group[0]?.tool.label} className="rich-tools">
          {group.map(({ tool: { label, Icon, action }, isPressed, isPossible }) => (
            <ToolButton
              key={label}
              name={label}
              label={t(label)}
              isPressed={isPressed}
              isPossible={isPossible}
              opensDialog={typeof action === 'string'}
              onPress={(byPointer) => press(action, byPointer)}
            >
              <Icon aria-hidden size={18} />
            </ToolButton>
          ))}
        </div>
      ))}
      <div className="rich-tools">
        <ToolButton name="source" label={t('richText.source')} isPressed={false} onPress={onSource}>
          <CodeXml aria-hidden size={18} />
        </ToolButton>
      </div>
    </Toolbar>
  );
}
