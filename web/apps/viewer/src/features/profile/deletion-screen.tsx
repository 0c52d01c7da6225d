import { ApiError, confirmDeletion, type SignedLink } from '@touchline/api';
import { useAccountT, useT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { useLocation } from '@tanstack/react-router';
import { CircleCheck, Link2Off, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useAppContext } from '../../channel/channel.ts';
import { usePageTitle } from '../../navigation/page-title.ts';
import { RouterButton } from '../../navigation/router-button.tsx';
import { useSession } from '../../session/session.ts';
import { signedLink } from '../../account-forms/signed-link.ts';
import { FailureNote } from '../../account-forms/failure-note.tsx';
import type { LocalisedMessage } from '../../account-forms/localised-message.ts';
import { failureMessage } from '../../account-forms/server-messages.ts';
import './profile.css';

/** Where the mail's link leads. It asks once more: mail scanners open links too. */
export function DeletionScreen() {
  const t = useAccountT();
  const ui = useT();
  const link = signedLink(useLocation({ select: ({ searchStr }) => searchStr }));
  const [gone, setGone] = useState(false);
  usePageTitle(t('delete.title'));
  return (
    <div className="px-(--gutter) py-8 md:py-14">
      <div className="account-panel-card">
        {gone ? (
          <Panel
            icon={<CircleCheck aria-hidden size={40} strokeWidth={1.5} className="text-success" />}
            fresh
            title={t('delete.goodbye')}
            text={t('delete.goodbyeText')}
          >
            <RouterButton to="/" search={{}}>
              {ui('nav.home')}
            </RouterButton>
          </Panel>
        ) : link ? (
          <Ask link={link} onGone={() => setGone(true)} />
        ) : (
          <Panel
            icon={<Link2Off aria-hidden size={40} strokeWidth={1.5} className="text-muted" />}
            title={t('delete.badLink')}
            text={t('delete.failed')}
          >
            <RouterButton to="/profile/edit">{t('profile.edit')}</RouterButton>
          </Panel>
        )}
      </div>
    </div>
  );
}

function Ask({ link, onGone }: { readonly link: SignedLink; readonly onGone: () => void }) {
  const t = useAccountT();
  const { connection } = useAppContext();
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const confirm = async () => {
    if (sending) return;
    setSending(true);
    setFailure(null);
    try {
      await confirmDeletion(connection, link);
      onGone();
      const { user, setUser } = useSession.getState();
      // Another member may be logged in here.
      if (user?.email.toLowerCase() !== link.email.toLowerCase()) return;
      // The key went with the account; should no other be had now, the next call sees to it.
      await connection.keys.replace(null).catch(() => undefined);
      setUser(null);
    } catch (error) {
      setFailure(deletionMessage(error)(t));
      setSending(false);
    }
  };

  return (
    <Panel
      icon={<Trash2 aria-hidden size={40} strokeWidth={1.5} className="text-danger" />}
      title={t('delete.title')}
      text={t('delete.confirmText', { email: link.email })}
    >
      {failure !== null && (
        <div className="w-full">
          <FailureNote>{failure}</FailureNote>
        </div>
      )}
      <Button aria-disabled={sending} className="min-h-11!" onClick={() => void confirm()}>
        {sending ? t('profile.sending') : t('delete.confirm')}
      </Button>
      <RouterButton to="/" search={{}} variant="secondary" className="min-h-11!">
        {t('delete.keep')}
      </RouterButton>
    </Panel>
  );
}

interface PanelProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  /** Took the place of what had the focus. */
  readonly fresh?: boolean;
  readonly children: ReactNode;
}

function Panel({ icon, title, text, fresh = false, children }: PanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (fresh) heading.current?.focus();
  }, [fresh]);
  return (
    <>
      {icon}
      <h1 ref={heading} tabIndex={-1} className="mt-4 text-[2.25rem] leading-10 account-landing">
        {title}
      </h1>
      <p className="mt-2 text-pretty wrap-anywhere text-muted">{text}</p>
      <div className="mt-6 flex flex-wrap gap-3">{children}</div>
    </>
  );
}

function deletionMessage(error: unknown): LocalisedMessage {
  const stale = error instanceof ApiError && error.code === 'deletion_failed';
  return stale ? (t) => t('delete.failed') : failureMessage(error);
}
