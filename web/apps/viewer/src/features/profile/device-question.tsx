import type { AskingDevice } from '@touchline/api';
import { useAccountT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { useEffect, useRef, useState } from 'react';
import { FailureNote } from '../../account-forms/failure-note.tsx';
import type { LocalisedMessage } from '../../account-forms/localised-message.ts';
import { failureMessage } from '../../account-forms/server-messages.ts';

interface DeviceQuestionProps {
  readonly asking: AskingDevice;
  /** Rejects where the server does not take it. */
  readonly onYes: () => Promise<void>;
  readonly onNo: () => void;
}

/** Asks whether the device that shows the code is the member's own: an attacker may have sent the code. */
export function DeviceQuestion({ asking, onYes, onNo }: DeviceQuestionProps) {
  const t = useAccountT();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<LocalisedMessage | null>(null);
  const heading = useRef<HTMLParagraphElement>(null);
  // The form is gone: focus, and with it a screen reader, goes to the question.
  useEffect(() => heading.current?.focus(), []);

  const answer = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await onYes();
    } catch (error) {
      setFailure(() => failureMessage(error));
      setBusy(false);
    }
  };

  return (
    <section aria-label={t('devices.question')} className="grid gap-4 rounded-card border border-line px-4 py-4">
      {failure && <FailureNote>{failure(t)}</FailureNote>}
      <p ref={heading} tabIndex={-1} className="account-landing font-semibold">
        {t('devices.question')}
      </p>
      <dl className="grid gap-3">
        <div>
          <dt className="text-sm leading-5 text-muted">{t('devices.device')}</dt>
          <dd className="font-semibold wrap-anywhere">{asking.device}</dd>
        </div>
        <div>
          <dt className="text-sm leading-5 text-muted">{t('devices.place')}</dt>
          <dd className="font-semibold wrap-anywhere">
            {[asking.country, asking.address].filter(Boolean).join(' · ')}
          </dd>
        </div>
      </dl>
      <p className="text-sm text-pretty text-muted">{t('devices.questionText')}</p>
      <div className="flex flex-wrap gap-3">
        <Button disabled={busy} onClick={() => void answer()}>
          {t('devices.letIn')}
        </Button>
        <Button variant="secondary" disabled={busy} onClick={onNo}>
          {t('devices.notMine')}
        </Button>
      </div>
    </section>
  );
}
