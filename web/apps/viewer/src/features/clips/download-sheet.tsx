import { type Clip, type ClipFormat, fetchClipDownload } from '@touchline/api';
import { useClipT } from '@touchline/i18n';
import { Button, Dialog, IconButton } from '@touchline/ui';
import { Download, X } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useAppContext } from '../../channel/channel.ts';
import { importMemberData } from '../../session/follow-session.ts';
import { downloadRefusal, clipFailureMessage } from './clip-messages.ts';

const FORMATS = [
  { format: 'original', says: 'clip.original' },
  { format: 'portrait_crop', says: 'clip.crop' },
  { format: 'portrait_padded', says: 'clip.padded' },
] as const satisfies readonly { format: ClipFormat; says: string }[];
const ASK_MS = 2_000;

interface DownloadSheetProps {
  readonly clip: Clip;
  readonly open: boolean;
  readonly onClose: () => void;
}

export function DownloadSheet({ clip, open, onClose }: DownloadSheetProps) {
  const t = useClipT();
  const heading = useId();
  return (
    <Dialog open={open} onClose={onClose} labelledBy={heading} className="popup clip-sheet">
      <div className="clip-sheet-head">
        <h2 id={heading}>{t('clip.download')}</h2>
        <IconButton label={t('ui.close')} className="clip-turn" onClick={onClose}>
          <X aria-hidden size={20} />
        </IconButton>
      </div>
      <DownloadForm clip={clip} onDone={onClose} />
    </Dialog>
  );
}

type State =
  | { readonly is: 'idle' }
  | { readonly is: 'waiting'; readonly place: number | null }
  | { readonly is: 'failed'; readonly why: string };

function DownloadForm({ clip, onDone }: { readonly clip: Clip; readonly onDone: () => void }) {
  const t = useClipT();
  const name = useId();
  const { connection, boot } = useAppContext();
  const hasLogo = boot.bootstrap.settings.clips.watermark;
  const [format, setFormat] = useState<ClipFormat>('original');
  // The plain clip is ready at once; one with a watermark is rendered on request.
  const [marked, setMarked] = useState({ original: false, upright: hasLogo });
  const shape = format === 'original' ? 'original' : 'upright';
  const watermark = marked[shape];
  const [state, setState] = useState<State>({ is: 'idle' });
  const [asked, setAsked] = useState<AbortController | null>(null);
  // Closing the sheet stops the polling.
  useEffect(() => () => asked?.abort(), [asked]);

  const ask = async (anew: boolean, signal: AbortSignal): Promise<void> => {
    const request = { format, watermark, anew };
    const { status, url, queue_place, failure } = await fetchClipDownload(connection, clip, request, signal);
    if (signal.aborted) return;
    if (status === 'ready' && url !== null) {
      location.assign(new URL(url, connection.origin || location.origin));
      // It is counted.
      void importMemberData().then(({ refreshProfile }) => refreshProfile(connection));
      return onDone();
    }
    if (status === 'failed') {
      return setState({ is: 'failed', why: failure ? clipFailureMessage(failure, t) : t('clip.downloadFailed') });
    }
    setState({ is: 'waiting', place: queue_place });
    await new Promise((resolve) => setTimeout(resolve, ASK_MS));
    return signal.aborted ? undefined : ask(false, signal);
  };
  const begin = () => {
    const controller = new AbortController();
    setAsked(controller);
    setState({ is: 'waiting', place: null });
    ask(true, controller.signal).catch((error: unknown) => {
      if (!controller.signal.aborted) setState({ is: 'failed', why: downloadRefusal(error, t) });
    });
  };
  const waiting = state.is === 'waiting';
  return (
    <>
      <fieldset className="clip-field" disabled={waiting}>
        <legend>{t('clip.format')}</legend>
        <div className="clip-formats">
          {FORMATS.map((one) => (
            <label key={one.format} className="clip-format">
              <input type="radio" name={name} checked={format === one.format} onChange={() => setFormat(one.format)} />
              <span aria-hidden className="clip-shape" data-format={one.format} />
              {t(one.says)}
            </label>
          ))}
        </div>
      </fieldset>
      <label className="clip-check" hidden={!hasLogo}>
        <input
          type="checkbox"
          disabled={waiting}
          checked={watermark}
          onChange={({ target }) => setMarked({ ...marked, [shape]: target.checked })}
        />
        <span>{t('clip.watermark')}</span>
      </label>
      <p role="status" className="clip-state" hidden={!waiting}>
        <span aria-hidden className="clip-working" />
        <span>
          {waiting && t('clip.processing')} {waiting && state.place !== null && t('clip.place', { place: state.place })}
        </span>
      </p>
      {state.is === 'failed' && (
        <p role="alert" className="clip-problem">
          {state.why}
        </p>
      )}
      <Button size="large" disabled={waiting} onClick={begin}>
        <Download aria-hidden size={18} />
        {waiting ? t('clip.making') : t('clip.get')}
      </Button>
    </>
  );
}
