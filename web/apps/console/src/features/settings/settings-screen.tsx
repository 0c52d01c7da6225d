import { useNavigate, useSearch } from '@tanstack/react-router';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { NotFound } from '../../navigation/not-found.tsx';
import { FindBox } from '../../resource/find-box.tsx';
import { NothingFound } from '../../resource/nothing-found.tsx';
import { NotForRole } from '../../resource/resource-list-screen.tsx';
import { SingleForm } from '../../resource/single-form.tsx';
import { useChannel } from '../../session/session.ts';
import { EmbeddingSection } from './embedding-section.tsx';
import { findSettings } from './find-settings.ts';
import { ProviderIdsSection } from './provider-ids-section.tsx';
import { settings } from './settings.ts';
import { SettingsFields } from './settings-fields.tsx';

/** What is decided for a channel as a whole, on one page with a search. */
export function SettingsScreen() {
  const t = useConsoleT();
  const locale = useLocale();
  const channel = useChannel();
  const { find = '', version } = useSearch({ from: '/$channel/settings' });
  const navigate = useNavigate({ from: '/$channel/settings' });
  if (!channel) return <NotFound />;
  if (!channel.may.includes(settings.may)) return <NotForRole title={settings.texts.title} />;
  const search = (text: string) =>
    void navigate({ search: text === '' ? {} : { find: text }, replace: true, resetScroll: false });
  const { names, hasEmbedding, hasIds } = findSettings(find, t, locale);
  return (
    <div key={channel.id} className="max-w-[40rem]">
      <h1 className="text-4xl leading-10">{t(settings.texts.title)}</h1>
      <div className="mt-6 flex">
        <FindBox find={find} onFind={search} />
      </div>
      {names.size === 0 && !hasEmbedding && !hasIds && <NothingFound onClear={() => search('')} />}
      <SingleForm channel={channel} resource={settings} version={version}>
        {(props) => <SettingsFields {...props} found={names} />}
      </SingleForm>
      {hasIds && <ProviderIdsSection channel={channel} />}
      {hasEmbedding && <EmbeddingSection channel={channel.id} />}
    </div>
  );
}
