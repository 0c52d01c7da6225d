import { CircleAlert } from 'lucide-react';
import type { ReactNode, Ref } from 'react';

interface FailureNoteProps {
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLParagraphElement>;
}

/** What went wrong, above what can be done about it. */
export function FailureNote({ children, ref }: FailureNoteProps) {
  return (
    <p
      ref={ref}
      role="alert"
      tabIndex={-1}
      className="flex items-start gap-2.5 rounded-field border border-danger px-4 py-3 text-[0.9375rem] leading-5 wrap-break-word"
    >
      <CircleAlert aria-hidden size={20} className="shrink-0 text-danger" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}
