import { useAccountT } from '@touchline/i18n';
import { Button, Dialog } from '@touchline/ui';
import { type ComponentProps, useId, useState } from 'react';

interface ConfirmButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  readonly question: string;
  readonly text: string;
  /** What the button says that does it. */
  readonly confirm: string;
  readonly onConfirm: () => void;
}

/** A button that asks once more before it does what cannot be undone. */
export function ConfirmButton({ question, text, confirm, onConfirm, ...button }: ConfirmButtonProps) {
  const t = useAccountT();
  const heading = useId();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button {...button} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      <Dialog open={open} onClose={close} labelledBy={heading} className="popup">
        <div className="grid gap-3 p-6 text-start font-normal">
          <h2 id={heading} className="text-[1.75rem] leading-8">
            {question}
          </h2>
          <p className="text-pretty text-muted">{text}</p>
          <div className="mt-3 flex flex-wrap justify-end gap-3">
            <Button variant="secondary" onClick={close}>
              {t('profile.cancel')}
            </Button>
            <Button
              onClick={() => {
                close();
                onConfirm();
              }}
            >
              {confirm}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}
