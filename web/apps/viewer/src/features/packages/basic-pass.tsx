import { type Connection, fetchForm, fetchProfile, sendForm } from '@touchline/api';
import { useAccountT } from '@touchline/i18n';
import { ErrorState, showToast } from '@touchline/ui';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useId } from 'react';
import { useAppContext, useChannel } from '../../channel/channel.ts';
import { importMemberData } from '../../session/follow-session.ts';
import { rememberedPages } from '../../navigation/last-page.ts';
import { returnPath } from '../../navigation/return-path.ts';
import { useSession } from '../../session/session.ts';
import { useLoaded } from '../../loading/use-loaded.ts';
import { CustomForm } from '../../channel-forms/custom-form.tsx';
import { FormSkeleton } from '../../channel-forms/form-skeleton.tsx';

const ALIAS = 'basic-pass';
const fetchBasicPass = (connection: Connection, signal: AbortSignal) => fetchForm(connection, ALIAS, signal);

/** The free pass that a member chooses before anything else; the form is the channel's own. */
export function BasicPassForm() {
  const t = useAccountT();
  const id = useId();
  const router = useRouter();
  const { connection } = useAppContext();
  const { pages } = useChannel().bootstrap;
  const search = useSearch({ from: '/packages' });
  const { data, failed, reload } = useLoaded(fetchBasicPass);

  const choose = async (fields: readonly { name: string; value: string }[]) => {
    await sendForm(connection, ALIAS, fields);
    const profile = await fetchProfile(connection);
    useSession.getState().setUser(profile);
    if (!profile?.basic_pass_selected) throw new Error('the form chose no pass');
    showToast({ id: 'pass', type: 'success', text: t('packages.basicDone') });
    // What the server refused until now is asked for again.
    void importMemberData().then(({ switchMember }) => switchMember(connection));
    const paths = pages.map(({ url }) => url);
    await router.navigate({ href: returnPath(search.return ?? rememberedPages().previous, paths), replace: true });
  };

  return (
    <section
      aria-labelledby={id}
      className="grid gap-6 rounded-sheet bg-surface p-5 sm:p-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-12"
    >
      <div>
        <h2 id={id} className="text-[1.75rem] leading-8">
          {t('gate.passTitle')}
        </h2>
        <p className="mt-2 max-w-[60ch] text-pretty text-muted">{t('gate.passText')}</p>
      </div>
      <div className="min-w-0">
        {data ? (
          <CustomForm form={data} onSend={choose} />
        ) : failed || data === null ? (
          <ErrorState text={t('gate.noForm')} onRetry={reload} />
        ) : (
          <FormSkeleton />
        )}
      </div>
    </section>
  );
}
