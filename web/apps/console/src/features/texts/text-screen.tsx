import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import type { OperatorChannel, TextItem } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { ErrorState } from '@touchline/ui';
import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { NotFound } from '../../navigation/not-found.tsx';
import { EditForm } from '../../resource/edit-form.tsx';
import type { Editing } from '../../resource/editing.ts';
import type { FormLanguage } from '../../resource/language-tabs.tsx';
import { NotForRole } from '../../resource/resource-list-screen.tsx';
import { rowsQuery } from '../../resource/resource-queries.ts';
import { RowsSkeleton } from '../../resource/rows-skeleton.tsx';
import { useChannel } from '../../session/session.ts';
import { MailPreview } from './mail-preview.tsx';
import { ResetButton } from './reset-button.tsx';
import { TextFields } from './text-fields.tsx';
import { TEXT_KIND_NAMES } from '../../localisation/text-kinds.ts';
import { texts } from './texts.ts';

/** The form of a text for which a default stands in. */
export function TextScreen() {
  const { text } = useParams({ from: '/$channel/texts/$text' });
  const { version, language } = useSearch({ from: '/$channel/texts/$text' });
  const channel = useChannel();
  if (!channel) return <NotFound />;
  if (!channel.may.includes('edit_site')) return <NotForRole title="texts.title" />;
  return <Opened key={`${channel.id} ${text}`} channel={channel} kind={text} version={version} beginsIn={language} />;
}

interface OpenedProps {
  readonly channel: OperatorChannel;
  readonly kind: string;
  readonly version: number | undefined;
  readonly beginsIn: FormLanguage | undefined;
}

function Opened({ channel, kind, version, beginsIn }: OpenedProps) {
  const t = useConsoleT();
  const { data, isPending, refetch } = useQuery(rowsQuery(channel.id, texts));
  // The preview shows the language that is edited.
  const [language, setLanguage] = useState<FormLanguage>(beginsIn ?? 'own');
  if (isPending) return <RowsSkeleton />;
  if (!data) return <ErrorState text={t('texts.error')} onRetry={() => void refetch()} />;
  const row = data.find((one) => one.kind === kind);
  if (!row) return <NotFound />;
  const locale = language === 'own' ? channel.language : language;
  const heading = (editing: Editing) => <Heading channel={channel} row={row} editing={editing} />;
  const aside = ({ draft }: Editing) =>
    row.is_mail && <MailPreview channel={channel} row={row} draft={draft} language={locale} />;
  return (
    <div className="max-w-[40rem]">
      <EditForm
        channel={channel}
        resource={texts}
        row={row}
        version={version}
        beginsIn={beginsIn}
        heading={heading}
        aside={aside}
      >
        {(props) => <TextFields {...props} text={row} onShown={setLanguage} />}
      </EditForm>
    </div>
  );
}

interface HeadingProps {
  readonly channel: OperatorChannel;
  readonly row: TextItem;
  readonly editing: Editing;
}

function Heading({ channel, row, editing }: HeadingProps) {
  const t = useConsoleT();
  return (
    <>
      <Link
        to="/$channel/texts"
        params={{ channel: channel.alias }}
        className="inline-flex min-h-9 items-center gap-1 text-sm text-muted underline-offset-4 hover:underline"
      >
        <ChevronLeft aria-hidden size={16} />
        {t('resource.toList', { list: t('texts.title') })}
      </Link>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h1 className="min-w-0 text-4xl leading-10 wrap-anywhere">{t(TEXT_KIND_NAMES[row.kind])}</h1>
        <ResetButton channel={channel} row={row} version={editing.version} />
      </div>
    </>
  );
}
