import { contentTranslate, useContentT } from '@touchline/i18n';
import { openPopup } from '@touchline/ui';
import { CalendarFeed } from './calendar-feed.tsx';

/** Shows how to have a team's games in one's own calendar. */
export function openTeamFeed(name: string, url: string): void {
  openPopup({
    id: 'team-feed',
    title: contentTranslate()('calendar.title', { name }),
    content: () => <TeamFeed url={url} />,
  });
}

function TeamFeed({ url }: { readonly url: string }) {
  const t = useContentT();
  return (
    <div className="grid gap-4">
      <p className="text-pretty text-muted">{t('calendar.text')}</p>
      <CalendarFeed url={url} />
    </div>
  );
}
