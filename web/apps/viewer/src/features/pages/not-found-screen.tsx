import { useContentT } from '@touchline/i18n';
import { RouterButton } from '../../navigation/router-button.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';
import { EventArt } from '../../art/event-art.tsx';

/** For games and pages that are not, or no longer, there. */
export function NotFoundScreen() {
  const t = useContentT();
  usePageTitle(t('notFound.title'));
  return (
    <div className="grid justify-items-center gap-5 px-(--gutter) py-12 text-center md:py-20">
      <div className="on-art relative grid aspect-video w-full max-w-md place-items-center overflow-hidden rounded-sheet text-white">
        <EventArt teams={[{ color: '#3b4252' }, { color: '#1f2530' }]} sport="" className="absolute! inset-0" />
        <span
          aria-hidden
          className="art-text relative font-display text-[6rem] leading-none font-extrabold tabular-nums"
        >
          404
        </span>
      </div>
      <h1 className="text-[2.25rem] leading-10">{t('notFound.title')}</h1>
      <p className="max-w-[46ch] text-pretty text-muted">{t('notFound.text')}</p>
      <RouterButton to="/" size="large">
        {t('notFound.home')}
      </RouterButton>
    </div>
  );
}
