import { type Clip, deleteClip, retryClip } from '@touchline/api';
import { useClipT } from '@touchline/i18n';
import { Button, Dialog, showToast } from '@touchline/ui';
import { Download, Lock, RotateCw, Share2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useAppContext } from '../../channel/channel.ts';
import { clipFailureMessage } from './clip-messages.ts';
import { DownloadSheet } from './download-sheet.tsx';
import { ShareSheet } from './share-sheet.tsx';
import './clips.css';

interface ClipActionsProps {
  readonly clip: Clip;
  readonly onChange: (clip: Clip) => void;
  readonly onDeleted: () => void;
  readonly size?: 'medium' | 'small';
}

/** Where the clip's file stands, and what can be done with the clip. */
export function ClipActions({ clip, onChange, onDeleted, size = 'medium' }: ClipActionsProps) {
  const t = useClipT();
  const [open, setOpen] = useState<'share' | 'download' | 'delete' | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="clip-actions">
      <ClipAudienceNote clip={clip} />
      <ClipState clip={clip} onChange={onChange} />
      <div className="clip-buttons">
        {clip.audience !== 'maker' && (
          <Button size={size} aria-haspopup="dialog" onClick={() => setOpen('share')}>
            <Share2 aria-hidden size={16} />
            {t('clip.share')}
          </Button>
        )}
        {clip.can_download && (
          <Button variant="secondary" size={size} aria-haspopup="dialog" onClick={() => setOpen('download')}>
            <Download aria-hidden size={16} />
            {t('clip.download')}
          </Button>
        )}
        {clip.is_mine && (
          <Button variant="quiet" size={size} aria-haspopup="dialog" onClick={() => setOpen('delete')}>
            {t('clip.delete')}
          </Button>
        )}
      </div>
      <ShareSheet clip={clip} open={open === 'share'} onClose={close} />
      <DownloadSheet clip={clip} open={open === 'download'} onClose={close} />
      <DeleteSheet clip={clip} open={open === 'delete'} onClose={close} onDeleted={onDeleted} />
    </div>
  );
}

/** The clip's audience, unless it is public. */
function ClipAudienceNote({ clip }: Pick<ClipActionsProps, 'clip'>) {
  const t = useClipT();
  // A viewer without access has read so in the player's place.
  const isSaid = clip.audience === 'access' && clip.locked === 'access';
  if (clip.audience === 'everyone' || isSaid) return null;
  return (
    <p className="clip-state">
      <Lock aria-hidden size={16} />
      <span>{clip.audience === 'maker' ? t('clip.hiddenText') : t('clip.accessOnlyText')}</span>
    </p>
  );
}

/** The state of the file, for viewers who can download it. */
function ClipState({ clip, onChange }: Pick<ClipActionsProps, 'clip' | 'onChange'>) {
  const t = useClipT();
  const { connection } = useAppContext();
  const [busy, setBusy] = useState(false);
  if (!clip.is_mine && !clip.can_download) return null;
  const retry = () => {
    setBusy(true);
    retryClip(connection, clip.id)
      .then(
        () => onChange({ ...clip, status: 'processing', failure: null, queue_place: null }),
        () => showToast({ id: 'clip', type: 'error', text: t('clip.retryFailed') }),
      )
      .finally(() => setBusy(false));
  };
  if (clip.status === 'processing') {
    return (
      <p role="status" className="clip-state">
        <span aria-hidden className="clip-working" />
        <span>
          {t('clip.processing')} {clip.queue_place !== null && t('clip.place', { place: clip.queue_place })}
        </span>
      </p>
    );
  }
  if (clip.status === 'failed') {
    return (
      <div role="alert" className="clip-state" data-bad>
        <p>
          {t('clip.failed')} {clip.failure && clipFailureMessage(clip.failure, t)}
        </p>
        {clip.is_mine && (
          <Button variant="secondary" size="small" disabled={busy} onClick={retry}>
            <RotateCw aria-hidden size={16} />
            {t('clip.retry')}
          </Button>
        )}
      </div>
    );
  }
  return clip.can_download ? <p className="clip-state">{t('clip.ready')}</p> : null;
}

interface DeleteSheetProps {
  readonly clip: Clip;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

function DeleteSheet({ clip, open, onClose, onDeleted }: DeleteSheetProps) {
  const t = useClipT();
  const heading = useId();
  const { connection } = useAppContext();
  const [busy, setBusy] = useState(false);
  const remove = () => {
    setBusy(true);
    deleteClip(connection, clip.id)
      .then(
        () => {
          showToast({ id: 'clip', type: 'success', text: t('clip.deleted') });
          onClose();
          onDeleted();
        },
        () => showToast({ id: 'clip', type: 'error', text: t('clip.deleteFailed') }),
      )
      .finally(() => setBusy(false));
  };
  return (
    <Dialog open={open} onClose={onClose} labelledBy={heading} className="popup clip-sheet">
      <h2 id={heading}>{t('clip.deleteAsk')}</h2>
      <p className="clip-muted">
        {clip.name}
        <br />
        {t('clip.deleteText')}
      </p>
      <div className="clip-buttons clip-buttons-end">
        <Button variant="secondary" onClick={onClose}>
          {t('clip.keep')}
        </Button>
        <Button disabled={busy} onClick={remove}>
          {t('clip.delete')}
        </Button>
      </div>
    </Dialog>
  );
}
