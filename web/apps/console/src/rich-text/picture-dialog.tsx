import { useConsoleT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { Suspense, use, useState } from 'react';
import { fieldText } from '../forms/field-text.ts';
import { TextField, VERBATIM } from '../forms/text-field.tsx';
import { LibraryChannel } from '../pictures/library-channel.ts';
import { LazyPictureChooser } from '../pictures/lazy-parts.ts';
import { isComplete, isPictureAddress } from './addresses.ts';
import type { EditorDialogProps } from './dialog-props.ts';
import { textAttribute } from './text-attribute.ts';
import { ToolDialog } from './tool-dialog.tsx';

/** A picture by its address, and in words; the chosen one, or a new one. */
export function PictureDialog({ editor, open, onClose }: EditorDialogProps) {
  const t = useConsoleT();
  const channel = use(LibraryChannel);
  const [isChoosing, setIsChoosing] = useState(false);
  const [chosen, setChosen] = useState<{ readonly address: string; readonly name: string } | null>(null);
  const [refused, setRefused] = useState({ address: false, words: false });
  const close = () => {
    setRefused({ address: false, words: false });
    setChosen(null);
    onClose();
  };
  const kind = ['picture', 'figure'].find((name) => open && editor.isActive(name));
  const now = kind ? editor.getAttributes(kind) : {};
  const set = (form: HTMLFormElement) => {
    const src = fieldText(form, 'address').trim();
    const alt = fieldText(form, 'words').trim();
    const problems = { address: !isPictureAddress(src) || !isComplete(src), words: alt === '' };
    if (problems.address || problems.words) return setRefused(problems);
    close();
    const isSame = src === now['src'];
    // Another picture has other measures.
    const attributes = isSame ? { alt } : { src, alt, width: null, height: null };
    const chain = editor.chain().focus();
    if (kind) chain.updateAttributes(kind, attributes).run();
    // Beside what is selected, not in its place.
    else chain.insertContentAt(editor.state.selection.to, { type: 'picture', attrs: attributes }).run();
  };
  return (
    <ToolDialog
      open={open}
      title={t('richText.tool.picture')}
      action={t(kind ? 'richText.changePicture' : 'richText.insertPicture')}
      more={
        channel !== null && (
          <Button variant="secondary" onClick={() => setIsChoosing(true)}>
            {t('pictures.choose')}
          </Button>
        )
      }
      onClose={close}
      onSubmit={set}
    >
      {channel !== null && isChoosing && (
        <Suspense>
          <LazyPictureChooser
            channel={channel}
            open
            onChoose={(picture) => {
              setChosen(picture);
              setIsChoosing(false);
            }}
            onClose={() => setIsChoosing(false)}
          />
        </Suspense>
      )}
      <TextField
        // Made anew with what was chosen.
        key={`address ${chosen?.address}`}
        {...VERBATIM}
        name="address"
        inputMode="url"
        label={t('richText.address')}
        hint={t('richText.pictureHint')}
        problem={refused.address ? t('richText.pictureProblem') : undefined}
        defaultValue={chosen?.address ?? textAttribute(now, 'src')}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type here.
        autoFocus
      />
      <TextField
        key={`words ${chosen?.address}`}
        name="words"
        label={t('richText.alt')}
        hint={t('richText.altHint')}
        problem={refused.words ? t('richText.altProblem') : undefined}
        defaultValue={chosen?.name ?? textAttribute(now, 'alt')}
        autoComplete="off"
      />
    </ToolDialog>
  );
}
