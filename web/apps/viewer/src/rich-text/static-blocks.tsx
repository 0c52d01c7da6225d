import { classNames } from '@touchline/ui';
import { useChannel } from '../channel/channel.ts';
import { TrustedHtml } from './trusted-html.tsx';
import './rich-text.css';

/** The places that screens have for an operator's words. */
export type StaticPlace = 'home' | 'games' | 'vod' | 'contacts' | 'footer';

interface StaticBlocksProps {
  readonly place: StaticPlace;
  readonly className?: string;
}

function useBlocks(place: StaticPlace) {
  return useChannel().bootstrap.settings.static_blocks.filter((block) => block.place === place);
}

/** What the channel's settings say at this place; nothing where they are silent. */
export function StaticBlocks({ place, className }: StaticBlocksProps) {
  return useBlocks(place).map(({ id, content }) => (
    <TrustedHtml key={id} html={content} className={classNames('rich-text', className)} />
  ));
}

/** The same as boxes between other parts of a screen, on its gutter. */
export function StaticNotices({ place, className }: StaticBlocksProps) {
  if (useBlocks(place).length === 0) return null;
  return (
    <div className={classNames('grid gap-3 px-(--gutter)', className)}>
      <StaticBlocks place={place} className="rounded-card bg-surface px-5 py-4 text-[0.9375rem]" />
    </div>
  );
}

/** Whether the channel says anything at this place. */
export function useHasBlocks(place: StaticPlace): boolean {
  return useBlocks(place).length > 0;
}
