import { previewUrl, type PreviewRequest } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { applyTheme, buildTheme, type ColorSettings } from '@touchline/theme';
import { classNames, ErrorState } from '@touchline/ui';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import './preview.css';

interface PreviewFrameProps {
  readonly channel: number;
  readonly title: string;
  /** The document is asked for again when this changes. */
  readonly request: PreviewRequest;
  /** What the document wears. */
  readonly colours: ColorSettings;
  readonly isPhone: boolean;
}

/** What an empty frame loads before its first document. */
const BLANK = 'about:blank';

/** A real screen of the viewer. It is of this origin, so that it takes colours without being loaded again. */
export function PreviewFrame({ channel, title, request, colours, isPhone }: PreviewFrameProps) {
  const t = useConsoleT();
  const name = useId();
  const frame = useRef<HTMLIFrameElement>(null);
  const [loads, setLoads] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  const [retries, setRetries] = useState(0);
  const draft = JSON.stringify(request);
  useLayoutEffect(() => {
    const page = frame.current?.contentDocument?.documentElement;
    if (page && loads > 0) applyTheme(page, buildTheme(colours));
  }, [colours, loads]);
  const take = () => {
    const document = frame.current?.contentDocument;
    if (document?.URL === BLANK) return;
    setFailed(!document?.getElementById('boot'));
    setLoads((count) => count + 1);
  };
  return (
    <div className="grid gap-3">
      <SentForm key={`${channel} ${retries} ${draft}`} channel={channel} target={name} draft={draft} />
      {hasFailed && <ErrorState text={t('preview.failed')} onRetry={() => setRetries((count) => count + 1)} />}
      <iframe
        ref={frame}
        name={name}
        title={title}
        // oxlint-disable-next-line react/iframe-missing-sandbox -- it is our own page: what it must not do is leave its frame
        sandbox="allow-scripts allow-same-origin"
        hidden={hasFailed}
        className={classNames('preview-frame', isPhone && 'preview-phone')}
        onLoad={take}
      />
    </div>
  );
}

/** Only a form can fill a frame by a POST, which leaves no trace in addresses. */
function SentForm(props: { readonly channel: number; readonly target: string; readonly draft: string }) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.submit(), []);
  return (
    <form ref={form} method="post" action={previewUrl(props.channel)} target={props.target} hidden>
      <input type="hidden" name="draft" value={props.draft} readOnly />
    </form>
  );
}
