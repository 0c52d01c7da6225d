import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type Crop,
  type Focus,
  originalUrl,
  type OperatorChannel,
  type PictureItem,
  updatePicture,
  versionConflict,
} from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button, showToast } from '@touchline/ui';
import { type FormEvent, useState } from 'react';
import { fieldProblem } from '../forms/field-problem.ts';
import { FormAlert } from '../forms/form-alert.tsx';
import { TextField } from '../forms/text-field.tsx';
import { saveFailure } from '../resource/save-problems.ts';
import { CropTool } from './crop-tool.tsx';
import { FocusTool } from './focus-tool.tsx';
import { picturesQuery, putPicture } from './picture-queries.ts';
import { RatioPreviews } from './ratio-previews.tsx';
import { RemovePicture } from './remove-picture.tsx';
import { UseList } from './use-list.tsx';
import { partOf, viewStyle } from './view-style.ts';

interface PictureEditorProps {
  readonly channel: OperatorChannel;
  readonly picture: PictureItem;
  /** Called with the picture as it is saved, with null if it was removed, and without one if nothing was changed. */
  readonly onDone: (saved?: PictureItem | null) => void;
}

/** The words of a picture, its part and its focal point, and what shows it. */
export function PictureEditor({ channel, picture, onDone }: PictureEditorProps) {
  const t = useConsoleT();
  const client = useQueryClient();
  // As it was when the operator began: what they left as it was stays as somebody else made it meanwhile.
  const [seen] = useState(picture);
  const [version, setVersion] = useState(picture.version);
  const [name, setName] = useState(picture.name);
  const [crop, setCrop] = useState(picture.crop);
  const [isCropped, setIsCropped] = useState(picture.crop !== null);
  const [focus, setFocus] = useState(picture.focus);
  const address = originalUrl(channel.id, picture.id);
  const part = partOf(picture.original, isCropped ? crop : null);
  const save = useMutation({
    mutationFn: () => {
      const wanted = { name, crop: isCropped ? crop : null, focus };
      return updatePicture(channel.id, { id: picture.id, version }, changedFields(seen, wanted));
    },
    onSuccess: (saved) => {
      putPicture(client, channel.id, saved);
      showToast({ type: 'success', text: t('pictures.saved', { name: saved.name }) });
      onDone(saved);
    },
    onError: (error) => {
      setVersion((before) => versionConflict(error)?.current?.version ?? before);
      void client.invalidateQueries({ queryKey: picturesQuery(channel.id).queryKey });
    },
  });
  const problem = fieldProblem(save.error, 'name', t);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React passes it on to the form around the dialog.
    event.stopPropagation();
    save.mutate();
  };
  return (
    <form noValidate className="grid grid-cols-[minmax(0,1fr)] gap-6" onSubmit={submit}>
      <TextField
        name="name"
        label={t('pictures.name')}
        hint={t('pictures.nameHint')}
        problem={problem}
        value={name}
        maxLength={120}
        autoComplete="off"
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <div className="grid gap-3">
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            checked={isCropped}
            className="size-5 shrink-0 accent-accent"
            onChange={({ currentTarget }) => setIsCropped(currentTarget.checked)}
          />
          <span className="font-medium">{t('pictures.crop')}</span>
        </label>
        {isCropped && <CropTool address={address} original={picture.original} crop={crop} onChange={setCrop} />}
      </div>
      <section aria-label={t('pictures.focus')} className="grid gap-2">
        <h3 className="text-base font-semibold">{t('pictures.focus')}</h3>
        <FocusTool focus={focus} style={viewStyle(address, picture.original, part)} onChange={setFocus} />
      </section>
      <section aria-label={t('pictures.preview')} className="grid gap-2">
        <h3 className="text-base font-semibold">{t('pictures.preview')}</h3>
        <RatioPreviews address={address} original={picture.original} part={part} focus={focus} />
      </section>
      <section aria-label={t('pictures.uses')} className="grid gap-2">
        <h3 className="text-base font-semibold">{t('pictures.uses')}</h3>
        <UseList channel={channel.alias} uses={picture.uses} />
      </section>
      <FormAlert text={save.error && !problem ? saveFailure(save.error, t) : undefined} />
      <div className="flex flex-wrap items-end justify-between gap-3">
        <RemovePicture channel={channel.id} picture={picture} onRemoved={() => onDone(null)} />
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" onClick={() => onDone()}>
            {t('richText.cancel')}
          </Button>
          <Button type="submit" disabled={save.isPending}>
            {t('pictures.save')}
          </Button>
        </div>
      </div>
    </form>
  );
}

/** The fields that differ from those of the picture. */
function changedFields(picture: PictureItem, { name, crop, focus }: Pick<PictureItem, 'name' | 'crop' | 'focus'>) {
  return {
    ...(name !== picture.name && { name }),
    ...(!isSame(crop, picture.crop) && { crop }),
    ...(!isSame(focus, picture.focus) && { focus }),
  };
}

const isSame = (a: Crop | Focus | null, b: Crop | Focus | null) => JSON.stringify(a) === JSON.stringify(b);
