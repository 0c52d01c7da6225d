import { exportData, type Profile, requestDeletion } from '@touchline/api';
import { useAccountT } from '@touchline/i18n';
import { Button, showToast } from '@touchline/ui';
import { Download, MailCheck, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useAppContext } from '../../channel/channel.ts';
import { AccountForm } from '../../account-forms/account-form.tsx';
import { optional, required } from '../../account-forms/field-rules.ts';
import { PasswordField } from '../../account-forms/password-field.tsx';
import { failureMessage } from '../../account-forms/server-messages.ts';
import { saveFile } from './save-file.ts';
import { Section } from './section.tsx';

/** What is kept about the member: to take along, or to have erased. */
export function DataSection({ user }: { readonly user: Profile }) {
  const t = useAccountT();
  return (
    <Section title={t('delete.dataTitle')} text={t('delete.dataText')}>
      <DownloadButton />
      <DeleteAccount user={user} />
    </Section>
  );
}

function DownloadButton() {
  const t = useAccountT();
  const { connection, boot } = useAppContext();
  const [loading, setLoading] = useState(false);
  const download = async () => {
    if (loading) return;
    setLoading(true);
    try {
      saveFile(await exportData(connection), `${boot.bootstrap.settings.alias}-my-data.json`);
    } catch (error) {
      showToast({ id: 'export', type: 'error', text: failureMessage(error)(t) });
    } finally {
      setLoading(false);
    }
  };
  return (
    <Button
      variant="secondary"
      className="min-h-11! justify-self-start"
      aria-disabled={loading}
      onClick={() => void download()}
    >
      <Download aria-hidden size={18} />
      {loading ? t('delete.downloading') : t('delete.download')}
    </Button>
  );
}

function DeleteAccount({ user }: { readonly user: Profile }) {
  const t = useAccountT();
  const { connection } = useAppContext();
  const hasPassword = user.has_password;
  const rules = { current_password: hasPassword ? required : optional };
  const [state, setState] = useState<'closed' | 'open' | 'sent'>('closed');
  const opener = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state !== 'closed') panel.current?.focus();
  }, [state]);

  const ask = async ({ current_password }: Readonly<Record<keyof typeof rules, string>>) => {
    await requestDeletion(connection, hasPassword ? current_password : undefined);
    setState('sent');
  };
  const close = () => {
    flushSync(() => setState('closed'));
    opener.current?.focus();
  };

  if (state === 'closed') {
    return (
      <Button
        ref={opener}
        variant="secondary"
        className="min-h-11! justify-self-start border-danger! text-danger!"
        onClick={() => setState('open')}
      >
        <Trash2 aria-hidden size={18} />
        {t('delete.open')}
      </Button>
    );
  }
  return (
    <div ref={panel} tabIndex={-1} className="account-landing grid gap-4 rounded-card border border-danger p-5">
      {state === 'sent' ? (
        <p role="status" className="flex items-start gap-3 wrap-anywhere">
          <MailCheck aria-hidden size={22} className="mt-0.5 shrink-0 text-success" />
          {t('delete.sent', { email: user.email })}
        </p>
      ) : (
        <>
          <h3 className="text-2xl leading-7">{t('delete.heading')}</h3>
          <dl className="grid gap-3 text-[0.9375rem] leading-6">
            <div>
              <dt className="font-semibold">{t('delete.erased')}</dt>
              <dd className="text-pretty text-muted">{t('delete.erasedText')}</dd>
            </div>
            <div>
              <dt className="font-semibold">{t('delete.kept')}</dt>
              <dd className="text-pretty text-muted">{t('delete.keptText')}</dd>
            </div>
          </dl>
          <AccountForm
            rules={rules}
            inline
            submit={t('delete.ask')}
            sending={t('profile.sending')}
            onSend={ask}
            end={
              <Button variant="secondary" className="min-h-11!" onClick={close}>
                {t('profile.cancel')}
              </Button>
            }
          >
            {(field) =>
              hasPassword && (
                <PasswordField
                  label={t('profile.currentPassword')}
                  {...field('current_password')}
                  autoComplete="current-password"
                  required
                />
              )
            }
          </AccountForm>
        </>
      )}
    </div>
  );
}
