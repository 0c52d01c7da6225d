import type { OperatorChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { FormAlert } from '../../forms/form-alert.tsx';

/** What every step of the assistant is given. */
export interface StepProps {
  readonly channel: OperatorChannel;
  /** When a step was saved last, in words. */
  readonly saved: string;
  readonly isLeaving: boolean;
  readonly onBack?: () => void;
  /** Leaves the step, which has stored what it made. */
  readonly onNext: () => void;
  readonly onSkip: () => void;
}

interface StepFrameProps extends Omit<StepProps, 'channel' | 'onNext'> {
  readonly title: string;
  readonly text: string;
  /** What the button says. */
  readonly next: string;
  readonly isSaving: boolean;
  readonly problem: string | undefined;
  /** Stores the step. */
  readonly onSave: () => void;
  readonly children: ReactNode;
}

/** A step: its fields, and Back, Skip and Next. Enter goes on. */
export function StepFrame({ title, text, next, problem, children, ...step }: StepFrameProps) {
  const t = useConsoleT();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const isBusy = step.isSaving || step.isLeaving;
  // A new step is read from its heading.
  useEffect(() => heading.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) step.onSave();
  };
  return (
    <section aria-labelledby={`${id}-title`}>
      <h1 ref={heading} id={`${id}-title`} tabIndex={-1} className="text-4xl leading-10 outline-none">
        {title}
      </h1>
      <p className="mt-2 max-w-[62ch] text-pretty text-muted">{text}</p>
      <form noValidate className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-6" onSubmit={submit}>
        {children}
        <FormAlert text={problem} />
        <div className="flex flex-wrap items-center gap-3 border-t border-line pt-5">
          {step.onBack && (
            <Button type="button" variant="secondary" disabled={isBusy} onClick={step.onBack}>
              {t('setup.back')}
            </Button>
          )}
          <Button type="submit" disabled={isBusy}>
            {next}
          </Button>
          <Button type="button" variant="quiet" disabled={isBusy} onClick={step.onSkip}>
            {t('setup.skip')}
          </Button>
          <output className="text-sm text-pretty text-muted sm:ms-auto">{step.saved}</output>
        </div>
      </form>
    </section>
  );
}
