import { useConsoleT } from '@touchline/i18n';
import { NotFound } from '../../navigation/not-found.tsx';
import { NotForRole } from '../../resource/resource-list-screen.tsx';
import { useChannel } from '../../session/session.ts';
import { ChannelPictureSection } from './channel-picture-section.tsx';
import { LibrarySection } from './library-section.tsx';

/** The pictures of a channel, and which of them are its logo and icon. */
export function PicturesScreen() {
  const t = useConsoleT();
  const channel = useChannel();
  if (!channel) return <NotFound />;
  if (!channel.may.includes('edit_site')) return <NotForRole title="pictures.title" />;
  return (
    <>
      <h1 className="text-4xl leading-10">{t('pictures.title')}</h1>
      <p className="mt-2 max-w-[62ch] text-pretty text-muted">{t('pictures.text')}</p>
      <ChannelPictureSection key={`logo-${channel.id}`} channel={channel} which="logo" />
      <ChannelPictureSection key={`icon-${channel.id}`} channel={channel} which="icon" />
      <LibrarySection key={`library-${channel.id}`} channel={channel} />
    </>
  );
}
