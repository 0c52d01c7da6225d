import { channelFileUrl } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { buttonClass } from '@touchline/ui';
import { Download } from 'lucide-react';

/** The channel as a file to take along. */
export function ExportSection({ channel }: { readonly channel: number }) {
  const t = useConsoleT();
  return (
    <section aria-labelledby="export">
      <h2 id="export" className="text-xl leading-7">
        {t('channel.export')}
      </h2>
      <p className="mt-2 max-w-[62ch] text-pretty text-muted">{t('channel.exportText')}</p>
      <ExportLink channel={channel} />
    </section>
  );
}

export function ExportLink({ channel }: { readonly channel: number }) {
  const t = useConsoleT();
  return (
    <a href={channelFileUrl(channel)} download className={buttonClass('secondary', 'medium', 'mt-4 min-h-11')}>
      <Download aria-hidden size={18} />
      {t('channel.download')}
    </a>
  );
}
