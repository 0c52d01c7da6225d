import { useSearch } from '@tanstack/react-router';
import { useConsoleT } from '@touchline/i18n';
import { NotFound } from '../../navigation/not-found.tsx';
import { NotForRole } from '../../resource/resource-list-screen.tsx';
import { SingleForm } from '../../resource/single-form.tsx';
import { useChannel } from '../../session/session.ts';
import { ColourFields } from './colour-fields.tsx';
import { colours } from './colours.ts';

export function ColoursScreen() {
  const t = useConsoleT();
  const channel = useChannel();
  const { version } = useSearch({ from: '/$channel/colours' });
  if (!channel) return <NotFound />;
  if (!channel.may.includes(colours.may)) return <NotForRole title={colours.texts.title} />;
  return (
    <>
      <h1 className="text-4xl leading-10">{t(colours.texts.title)}</h1>
      <p className="mt-2 max-w-[62ch] text-pretty text-muted">{t('colours.text')}</p>
      <SingleForm channel={channel} resource={colours} version={version}>
        {(props) => <ColourFields {...props} />}
      </SingleForm>
    </>
  );
}
