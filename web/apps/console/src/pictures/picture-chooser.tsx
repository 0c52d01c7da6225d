import type { PictureItem } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { PictureDialog } from './picture-dialog.tsx';
import { PictureList } from './picture-list.tsx';
import { PictureUpload } from './picture-upload.tsx';

interface PictureChooserProps {
  readonly channel: number;
  readonly open: boolean;
  readonly onChoose: (picture: PictureItem) => void;
  readonly onClose: () => void;
}

/** A picture of the library, or a new one. */
export function PictureChooser({ channel, open, onChoose, onClose }: PictureChooserProps) {
  const t = useConsoleT();
  return (
    <PictureDialog open={open} title={t('pictures.choose')} onClose={onClose}>
      <div className="grid gap-6">
        <PictureUpload channel={channel} onUploaded={onChoose} />
        <PictureList channel={channel} action="pictures.chooseNamed" onPick={onChoose} />
      </div>
    </PictureDialog>
  );
}
