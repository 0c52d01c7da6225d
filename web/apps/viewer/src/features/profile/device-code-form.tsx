import { type AskingDevice, letDeviceIn, lookUpDevice } from '@touchline/api';
import { useAccountT } from '@touchline/i18n';
import { Button, type ButtonVariant } from '@touchline/ui';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useAppContext } from '../../channel/channel.ts';
import { AccountForm } from '../../account-forms/account-form.tsx';
import type { Rule } from '../../account-forms/field-rules.ts';
import { TextField } from '../../account-forms/text-field.tsx';
import { DeviceQuestion } from './device-question.tsx';
import { readDeviceCode } from './device-code.ts';

const codeRule: Rule = (value) => {
  if (value.trim() === '') return (t) => t('problem.required');
  return readDeviceCode(value) ? undefined : (t) => t('devices.badCode');
};

const RULES = { code: codeRule };

interface DeviceCodeFormProps {
  readonly variant?: ButtonVariant;
  readonly onLetIn?: () => void;
}

type Step =
  | { readonly at: 'code' }
  | { readonly at: 'question'; readonly code: string; readonly asking: AskingDevice }
  | { readonly at: 'in'; readonly device: string };

const FIRST: Step = { at: 'code' };

/** Lets a TV in by the code that it shows, once its owner has seen which TV that is. */
export function DeviceCodeForm({ variant = 'primary', onLetIn }: DeviceCodeFormProps) {
  const t = useAccountT();
  const { connection } = useAppContext();
  const [step, setStep] = useState<Step>(FIRST);

  const look = async ({ code: typed }: { readonly code: string }) => {
    const code = readDeviceCode(typed) ?? typed;
    setStep({ at: 'question', code, asking: await lookUpDevice(connection, code) });
  };

  const letIn = async (code: string, asking: AskingDevice) => {
    const name = await letDeviceIn(connection, code, asking.confirmation);
    onLetIn?.();
    setStep({ at: 'in', device: name || t('devices.tv') });
  };

  if (step.at === 'in') return <LetIn device={step.device} onAgain={() => setStep(FIRST)} />;
  if (step.at === 'question') {
    const { code, asking } = step;
    return <DeviceQuestion asking={asking} onYes={() => letIn(code, asking)} onNo={() => setStep(FIRST)} />;
  }
  return (
    <AccountForm<'code'>
      rules={RULES}
      inline
      variant={variant}
      submit={t('devices.look')}
      sending={t('profile.sending')}
      onSend={look}
    >
      {(field) => (
        <TextField
          label={t('devices.code')}
          {...field('code')}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          required
          placeholder="K7PM-4XQD"
          maxLength={20}
          className="placeholder:text-muted"
        />
      )}
    </AccountForm>
  );
}

function LetIn({ device, onAgain }: { readonly device: string; readonly onAgain: () => void }) {
  const t = useAccountT();
  const panel = useRef<HTMLDivElement>(null);
  // The form is gone: focus, and with it a screen reader, goes to the result.
  useEffect(() => panel.current?.focus(), []);
  return (
    <div
      ref={panel}
      role="status"
      tabIndex={-1}
      className="account-landing flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line px-4 py-4"
    >
      <CircleCheck aria-hidden size={24} className="shrink-0 text-success" />
      <p className="min-w-0 flex-1 basis-40 font-semibold wrap-anywhere">{t('devices.isIn', { device })}</p>
      <Button variant="secondary" size="small" onClick={onAgain}>
        {t('devices.another')}
      </Button>
    </div>
  );
}
