import type { Clip } from '@touchline/api';
import { useClipT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { Scissors } from 'lucide-react';
import { ClipActions } from './clip-actions.tsx';
import { ClipPlayer } from './clip-player.tsx';
import { useFollowedClip } from './use-followed-clip.ts';

interface ClipSavedProps {
  readonly clip: Clip;
  readonly onAnother: () => void;
  readonly onClose: () => void;
}

/** The new clip plays at once; its file may still be on its way. */
export function ClipSaved({ clip: first, onAnother, onClose }: ClipSavedProps) {
  const t = useClipT();
  const [clip, setClip] = useFollowedClip(first);
  return (
    <div className="clip-cutting">
      <ClipPlayer clip={clip} />
      <div className="clip-form">
        <p className="clip-saved-name">{clip.name}</p>
        <ClipActions clip={clip} onChange={setClip} onDeleted={onAnother} />
        <div className="clip-buttons">
          <Button variant="secondary" onClick={onAnother}>
            <Scissors aria-hidden size={16} />
            {t('clip.another')}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {t('clip.backToGame')}
          </Button>
        </div>
      </div>
    </div>
  );
}
