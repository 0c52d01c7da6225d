import { useConsoleT } from '@touchline/i18n';
import { classNames } from '@touchline/ui';
import { Check, Minus } from 'lucide-react';

/** The steps of the assistant, in their order. The first two come before there is a channel. */
const STEPS = ['you', 'channel', 'look', 'sports', 'school', 'check'] as const;

/** What each step is called. */
const NAMES = {
  you: 'setup.step.you',
  channel: 'setup.step.channel',
  look: 'setup.step.look',
  sports: 'setup.step.sports',
  school: 'setup.step.school',
  check: 'setup.step.check',
} as const;

type Step = (typeof STEPS)[number];

type StepMark = 'done' | 'skipped' | 'open';

interface SetupStepsProps {
  readonly current: Step;
  /** How far the steps are that have a state; those before the current one are done otherwise. */
  readonly marks?: Partial<Record<Step, StepMark>>;
}

/** Where the assistant is. */
export function SetupSteps({ current, marks }: SetupStepsProps) {
  const t = useConsoleT();
  const at = STEPS.indexOf(current);
  return (
    <nav aria-label={t('setup.steps')}>
      <p className="text-sm text-muted sm:hidden">
        {t('setup.stepOf', { step: at + 1, steps: STEPS.length, name: t(NAMES[current]) })}
      </p>
      <ol className="hidden flex-wrap gap-x-2 gap-y-3 sm:flex">
        {STEPS.map((step, index) => {
          const mark = marks?.[step] ?? (index < at ? 'done' : 'open');
          const isCurrent = step === current;
          return (
            <li
              key={step}
              aria-current={isCurrent ? 'step' : undefined}
              className={classNames(
                'flex min-h-9 items-center gap-2 rounded-full border px-3 text-sm',
                isCurrent ? 'border-accent font-semibold' : 'border-line text-muted',
              )}
            >
              {mark === 'done' && !isCurrent && <Check aria-hidden size={14} />}
              {mark === 'skipped' && !isCurrent && <Minus aria-hidden size={14} />}
              <span>
                {index + 1} {t(NAMES[step])}
              </span>
              {!isCurrent && mark !== 'open' && (
                <span className="sr-only">{t(mark === 'done' ? 'setup.done' : 'setup.skipped')}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
