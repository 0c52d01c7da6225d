import { useClipT } from '@touchline/i18n';
import { Dialog, IconButton } from '@touchline/ui';
import { useLocation } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useId } from 'react';
import { returnSearch } from '../../app/login-address.ts';
import { RouterButton } from '../../app/router-button.tsx';
import { useSession } from '../../app/session.ts';

interface ClipLockedProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** What opens clipping, for those who have not got it. */
export function ClipLocked({ open, onClose }: ClipLockedProps) {
  const t = useClipT();
  const heading = useId();
  const isMember = useSession(({ user }) => user !== null);
  const search = returnSearch(useLocation({ select: (location) => location.href }));
  return (
    <Dialog open={open} onClose={onClose} labelledBy={heading} className="popup clip-sheet">
      <div className="clip-sheet-head">
        <h2 id={heading}>{isMember ? t('clip.locked') : t('clip.lockedGuest')}</h2>
        <IconButton label={t('ui.close')} className="clip-turn" onClick={onClose}>
          <X aria-hidden size={20} />
        </IconButton>
      </div>
      <p className="clip-muted">{isMember ? t('clip.lockedText') : t('clip.lockedGuestText')}</p>
      <div className="clip-buttons">
        <RouterButton to="/packages" search={search}>
          {t('clip.seePasses')}
        </RouterButton>
        {!isMember && (
          <RouterButton to="/login" search={search} variant="secondary">
            {t('nav.logIn')}
          </RouterButton>
        )}
      </div>
    </Dialog>
  );
}
