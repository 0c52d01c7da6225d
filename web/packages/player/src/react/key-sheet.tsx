import { Dialog, IconButton } from '@touchline/ui';
import { X } from 'lucide-react';
import { useId } from 'react';
import './key-sheet.css';

interface KeySheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What the button that closes it says. */
  readonly close: string;
  readonly keys: readonly { readonly keys: readonly string[]; readonly text: string }[];
}

/** Which keys do what. */
export function KeySheet({ open, onClose, title, close, keys }: KeySheetProps) {
  const heading = useId();
  return (
    <Dialog open={open} onClose={onClose} labelledBy={heading} className="key-sheet on-body">
      <div className="flex items-center justify-between gap-4">
        <h2 id={heading} className="text-[1.5rem] leading-8">
          {title}
        </h2>
        <IconButton label={close} className="hover:bg-raised" onClick={onClose}>
          <X aria-hidden size={20} />
        </IconButton>
      </div>
      <dl className="mt-3 grid gap-2 sm:grid-cols-2 sm:gap-x-8">
        {keys.map((line) => (
          <div key={line.text} className="flex items-center justify-between gap-4 text-sm">
            <dt>{line.text}</dt>
            <dd className="flex shrink-0 gap-1">
              {line.keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
