import { Dialog, Skeleton } from '@touchline/ui';
import { type ReactNode, Suspense, useId } from 'react';
import { createPortal } from 'react-dom';
import './pictures.css';

interface PictureDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog outside the form that the picture belongs to. Its content is loaded when it opens. */
export function PictureDialog({ open, title, onClose, children }: PictureDialogProps) {
  const heading = useId();
  return createPortal(
    <Dialog open={open} onClose={onClose} labelledBy={heading} className="popup picture-dialog">
      {/* What is pressed on padding of the dialog itself would close it, as on the backdrop. */}
      <div className="picture-dialog-body">
        <h2 id={heading} className="mb-4 text-xl leading-7 wrap-anywhere">
          {title}
        </h2>
        <Suspense fallback={<Skeleton className="h-64" />}>{children}</Suspense>
      </div>
    </Dialog>,
    document.body,
  );
}
