import { useConsoleT } from '@touchline/i18n';
import { Button, Dialog } from '@touchline/ui';
import { type FormEvent, type ReactNode, useId } from 'react';
import { createPortal } from 'react-dom';

interface ToolDialogProps {
  readonly open: boolean;
  readonly title: string;
  /** What its button does. */
  readonly action: string;
  /** Further buttons. */
  readonly more?: ReactNode;
  readonly onClose: () => void;
  readonly onSubmit: (form: HTMLFormElement) => void;
  readonly children: ReactNode;
}

/** Asks for what a tool needs to know. It stands outside the form that the text belongs to. */
export function ToolDialog({ open, title, action, more, onClose, onSubmit, children }: ToolDialogProps) {
  const t = useConsoleT();
  const heading = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React passes it on to the form around the editor.
    event.stopPropagation();
    onSubmit(event.currentTarget);
  };
  return createPortal(
    <Dialog open={open} onClose={onClose} labelledBy={heading} className="popup p-6">
      <form noValidate onSubmit={submit}>
        <h2 id={heading} className="text-xl leading-7">
          {title}
        </h2>
        <div className="mt-4 grid gap-4">{children}</div>
        <div className="mt-6 flex flex-wrap justify-end gap-2">
          {more}
          <Button variant="secondary" onClick={onClose}>
            {t('richText.cancel')}
          </Button>
          <Button type="submit">{action}</Button>
        </div>
      </form>
    </Dialog>,
    document.body,
  );
}
