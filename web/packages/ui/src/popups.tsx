import { useT } from '@touchline/i18n';
import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { Dialog } from './dialog.tsx';
import { IconButton } from './icon-button.tsx';
import { type Popup, popupStore, removePopup } from './popup-store.ts';

/** The place where popups appear; an app renders it once. */
export function Popups() {
  const [first] = popupStore.use();
  return first ? <OpenPopup key={first.id} popup={first} /> : null;
}

function OpenPopup({ popup }: { readonly popup: Popup }) {
  const t = useT();
  const heading = useId();
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  const closed = () => {
    removePopup(popup.id);
    popup.onClosed?.();
  };
  return (
    <Dialog open={open} onClose={closed} labelledBy={heading} className="popup">
      <div className="flex items-start gap-4 ps-6 pe-3 pt-4">
        <h2 id={heading} className="flex-1 pt-1.5 text-[1.75rem] leading-8">
          {popup.title}
        </h2>
        <IconButton label={t('ui.close')} className="text-muted hover:bg-raised hover:text-text" onClick={close}>
          <X aria-hidden size={20} />
        </IconButton>
      </div>
      <div className="px-6 pt-2 pb-6">{popup.content(close)}</div>
    </Dialog>
  );
}
