import type { Clip } from '@touchline/api';
import { useClipT } from '@touchline/i18n';
import { Button, buttonClass, Dialog, IconButton, showToast } from '@touchline/ui';
import { Share2, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { useAppContext } from '../../channel/channel.ts';
import { embedCode, mailLink, networkLinks } from './share-links.ts';

interface ShareSheetProps {
  readonly clip: Pick<Clip, 'id' | 'uuid' | 'name' | 'share_path' | 'audience'>;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Every way to send a clip to others: its link, what the device offers, the networks, and code for a page. */
export function ShareSheet({ clip, open, onClose }: ShareSheetProps) {
  const t = useClipT();
  const heading = useId();
  const { origin } = useAppContext().connection;
  const url = new URL(clip.share_path, origin || location.origin).href;
  const isForAll = clip.audience === 'everyone';
  const shared = { url, text: clip.name };
  const links = [...networkLinks(shared), { name: t('share.mail'), href: mailLink(shared) }];
  // Closing the device's share sheet is no failure.
  const askDevice = () => void navigator.share({ url, title: clip.name }).catch(() => undefined);
  return (
    <Dialog open={open} onClose={onClose} labelledBy={heading} className="popup clip-sheet">
      <div className="clip-sheet-head">
        <h2 id={heading}>{t('share.title')}</h2>
        <IconButton label={t('ui.close')} className="clip-turn" onClick={onClose}>
          <X aria-hidden size={20} />
        </IconButton>
      </div>
      {!isForAll && <p className="clip-muted">{t('clip.accessOnlyText')}</p>}
      <Copied label={t('share.link')} value={url} button={t('share.copy')} />
      {'share' in navigator && (
        <Button variant="secondary" onClick={askDevice}>
          <Share2 aria-hidden size={16} />
          {t('share.system')}
        </Button>
      )}
      <section aria-label={t('share.networks')}>
        <ul className="clip-networks">
          {links.map(({ name, href }) => (
            <li key={name}>
              <a href={href} target="_blank" rel="noopener noreferrer" className={buttonClass('secondary', 'small')}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </section>
      {/* On another site's page the viewer has no login here, so only public clips can be embedded. */}
      {isForAll && (
        <Copied label={t('share.embed')} value={embedCode(new URL(url).origin, clip)} button={t('share.copyCode')} />
      )}
    </Dialog>
  );
}

/** Without https a browser has no clipboard for pages, but copies what is selected. */
async function copyOut(value: string, field: HTMLInputElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    field?.focus();
    field?.select();
    // oxlint-disable-next-line typescript/no-deprecated -- the only way where there is no clipboard.
    return document.execCommand('copy');
  }
}

interface CopiedProps {
  readonly label: string;
  readonly value: string;
  readonly button: string;
}

function Copied({ label, value, button }: CopiedProps) {
  const t = useClipT();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const copy = () =>
    void copyOut(value, field.current).then((done) => {
      const toast = done
        ? ({ type: 'success', text: t('share.copied') } as const)
        : ({ type: 'warning', text: t('share.notCopied') } as const);
      showToast({ id: 'clip', ...toast });
    });
  return (
    <div className="clip-field">
      <label htmlFor={id}>{label}</label>
      <div className="clip-copied">
        <input
          ref={field}
          id={id}
          readOnly
          value={value}
          className="clip-input"
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button onClick={copy}>{button}</Button>
      </div>
    </div>
  );
}
