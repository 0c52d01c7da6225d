import { useConsoleT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { useState } from 'react';
import { fieldText } from '../forms/field-text.ts';
import { TextField, VERBATIM } from '../forms/text-field.tsx';
import { completeAddress, isComplete, isSafeLink } from './addresses.ts';
import type { EditorDialogProps } from './dialog-props.ts';
import { textAttribute } from './text-attribute.ts';
import { ToolDialog } from './tool-dialog.tsx';

/** Where the selected words lead; without any, the address itself becomes the words. */
export function LinkDialog({ editor, open, onClose }: EditorDialogProps) {
  const t = useConsoleT();
  const [isRefused, setIsRefused] = useState(false);
  const close = () => {
    setIsRefused(false);
    onClose();
  };
  const isLink = open && editor.isActive('link');
  const set = (form: HTMLFormElement) => {
    const typed = fieldText(form, 'address');
    const href = completeAddress(typed);
    if (!isSafeLink(href) || !isComplete(href)) return setIsRefused(true);
    close();
    const marks = [{ type: 'link', attrs: { href } }];
    const chain = editor.chain().focus().extendMarkRange('link');
    const { from, to } = editor.state.selection;
    const hasWords = isLink || editor.state.doc.textBetween(from, to) !== '';
    if (hasWords) chain.setMark('link', { href }).run();
    else chain.insertContentAt(to, { type: 'text', text: typed.trim(), marks }).run();
  };
  const remove = () => {
    close();
    editor.chain().focus().extendMarkRange('link').unsetMark('link').run();
  };
  return (
    <ToolDialog
      open={open}
      title={t('richText.tool.link')}
      action={t('richText.setLink')}
      more={
        isLink && (
          <Button variant="quiet" onClick={remove}>
            {t('richText.removeLink')}
          </Button>
        )
      }
      onClose={close}
      onSubmit={set}
    >
      <TextField
        {...VERBATIM}
        name="address"
        inputMode="url"
        label={t('richText.address')}
        hint={t('richText.linkHint')}
        problem={isRefused ? t('richText.linkProblem') : undefined}
        defaultValue={textAttribute(editor.getAttributes('link'), 'href')}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type here.
        autoFocus
      />
    </ToolDialog>
  );
}
