import { useChannel } from './channel.ts';
import { TrustedHtml } from './trusted-html.tsx';

interface StaticBlocksProps {
  /** The place that the operator named. */
  readonly place: string;
  readonly className?: string;
}

/** What the channel's settings say at this place; nothing where they are silent. */
export function StaticBlocks({ place, className = '' }: StaticBlocksProps) {
  const blocks = useChannel().bootstrap.settings.static_blocks.filter((block) => block.place === place);
  return blocks.map(({ id, content }) => <TrustedHtml key={id} html={content} className={`rich-text ${className}`} />);
}
