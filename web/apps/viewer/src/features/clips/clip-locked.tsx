import type { Event } from '@touchline/api';
import { type ClipTranslate, currentTranslator, priceTitle, useClipT } from '@touchline/i18n';
import { Dialog, IconButton } from '@touchline/ui';
import { useLocation } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useId } from 'react';
import { useChannel } from '../../channel/channel.ts';
import { returnSearch } from '../../navigation/login-address.ts';
import { RouterButton } from '../../navigation/router-button.tsx';
import { useSession } from '../../session/session.ts';
import { choiceOf } from '../../commerce/pass-kind.ts';
import { type Offer, offersOf } from '../../commerce/pass-offers.ts';

/** So many are named here; all of them stand with the passes. */
const MAX_NAMED = 4;

interface ClipLockedProps {
  readonly event: Event;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Passes that include clipping, for viewers without it. */
export function ClipLocked({ event, open, onClose }: ClipLockedProps) {
  const t = useClipT();
  const heading = useId();
  const { bootstrap } = useChannel();
  const isMember = useSession(({ user }) => user !== null);
  const search = returnSearch(useLocation({ select: (location) => location.href }));
  const offers = offersOf('clipping', bootstrap, event);
  return (
    <Dialog open={open} onClose={onClose} labelledBy={heading} className="popup clip-sheet">
      <div className="clip-sheet-head">
        <h2 id={heading}>{isMember ? t('clip.locked') : t('clip.lockedGuest')}</h2>
        <IconButton label={t('ui.close')} className="clip-turn" onClick={onClose}>
          <X aria-hidden size={20} />
        </IconButton>
      </div>
      <p className="clip-muted">{isMember ? t('clip.lockedText') : t('clip.lockedGuestText')}</p>
      {offers.length === 0 ? (
        <p>{t('clip.noPass')}</p>
      ) : (
        <ul aria-label={t('clip.passes')} className="clip-passes">
          {offers.slice(0, MAX_NAMED).map((offer) => (
            <li key={offer.pass.id}>
              <OfferLine offer={offer} event={event} />
            </li>
          ))}
        </ul>
      )}
      <div className="clip-buttons">
        <RouterButton to="/packages" search={search} variant={offers.length === 0 ? 'primary' : 'secondary'}>
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

interface OfferLineProps {
  readonly offer: Offer;
  readonly event: Event;
}

function OfferLine({ offer, event }: OfferLineProps) {
  const t = useClipT();
  const { pass, kind } = offer;
  const period = kind === 'event' ? null : pass.period;
  const price = priceTitle({ amount: pass.price, currency: pass.currency, period }, currentTranslator());
  const note = noteOf(offer, t);
  return (
    <>
      <div>
        <p className="clip-pass-name">{pass.name}</p>
        <p className="clip-muted">{note === null ? price : `${price} · ${note}`}</p>
      </div>
      <OfferLink offer={offer} event={event} label={t('clip.getPass', { name: pass.name })} text={t('clip.getIt')} />
    </>
  );
}

function noteOf({ pass, kind, opens }: Offer, t: ClipTranslate): string | null {
  if (pass.pass_type === 'addition') return t('clip.addsToPass');
  if (kind === 'event') return t('clip.forGame');
  return opens ? t('clip.opensGame') : null;
}

interface OfferLinkProps extends OfferLineProps {
  readonly label: string;
  readonly text: string;
}

/** Straight to the checkout, unless something of the pass has to be chosen first. */
function OfferLink({ offer: { pass, kind }, event, label, text }: OfferLinkProps) {
  const look = { 'aria-label': label, className: 'min-h-11!' };
  const game = { event_id: event.id };
  if (kind === 'event') {
    return (
      <RouterButton to="/buy" search={{ type: 'event', single_event_package_id: pass.id, ...game }} {...look}>
        {text}
      </RouterButton>
    );
  }
  if (pass.pass_type === 'addition') {
    return (
      <RouterButton to="/buy" search={{ type: 'addon', package_id: pass.id, ...game }} {...look}>
        {text}
      </RouterButton>
    );
  }
  if (choiceOf(pass, kind) !== null) {
    return (
      <RouterButton to="/select-package/$id" params={{ id: pass.id }} search={game} {...look}>
        {text}
      </RouterButton>
    );
  }
  const bought = kind === 'subscription' ? { subscription_id: pass.id } : { package_id: pass.id };
  return (
    <RouterButton to="/buy" search={{ ...bought, ...game }} {...look}>
      {text}
    </RouterButton>
  );
}
