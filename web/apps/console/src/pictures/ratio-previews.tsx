import type { Crop, Focus } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { type Shape, viewStyle, visiblePart } from './view-style.ts';

interface RatioPreviewsProps {
  readonly address: string;
  readonly original: Shape;
  /** What is shown of it. */
  readonly part: Crop;
  readonly focus: Focus;
}

/** The boxes in which viewers see pictures. */
const RATIOS = [
  { ratio: 21 / 9, label: 'pictures.previewHero' },
  { ratio: 16 / 9, label: 'pictures.previewCard' },
  { ratio: 4 / 5, label: 'pictures.previewPhone' },
] as const;

/** The picture as viewers see it. */
export function RatioPreviews({ address, original, part, focus }: RatioPreviewsProps) {
  const t = useConsoleT();
  const isWide = part.width > part.height;
  return (
    <div className="picture-previews">
      {RATIOS.map(({ ratio, label }) => (
        <figure key={label} className="grid gap-1">
          <div className="picture-frame">
            <div className="picture-view" style={viewStyle(address, original, visiblePart(part, focus, ratio))} />
          </div>
          <figcaption className="text-sm text-muted">{t(label)}</figcaption>
        </figure>
      ))}
      <figure className="grid gap-1">
        <div className="picture-frame grid aspect-square place-items-center">
          <div className={isWide ? 'picture-view' : 'h-full bg-no-repeat'} style={viewStyle(address, original, part)} />
        </div>
        <figcaption className="text-sm text-muted">{t('pictures.previewLogo')}</figcaption>
      </figure>
    </div>
  );
}
