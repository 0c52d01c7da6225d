import { useConsoleT } from '@touchline/i18n';
import { fieldText } from '../forms/field-text.ts';
import { TextField } from '../forms/text-field.tsx';
import type { EditorDialogProps } from './dialog-props.ts';
import { currentTable, setCaption } from './table-commands.ts';
import { textAttribute } from './text-attribute.ts';
import { ToolDialog } from './tool-dialog.tsx';

/** The title of the table around the cursor; an empty one takes it away. */
export function CaptionDialog({ editor, open, onClose }: EditorDialogProps) {
  const t = useConsoleT();
  const set = (form: HTMLFormElement) => {
    onClose();
    setCaption(fieldText(form, 'caption').trim())(editor.state, editor.view.dispatch);
    editor.commands.focus();
  };
  return (
    <ToolDialog
      open={open}
      title={t('richText.tool.caption')}
      action={t('richText.setCaption')}
      onClose={onClose}
      onSubmit={set}
    >
      <TextField
        name="caption"
        label={t('richText.caption')}
        hint={t('richText.captionHint')}
        defaultValue={open ? textAttribute(currentTable(editor.state)?.node.attrs ?? {}, 'caption') : ''}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type here.
        autoFocus
      />
    </ToolDialog>
  );
}
