import type { Crop } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { useId, useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { type Shape, wholePixels } from './view-style.ts';

interface CropToolProps {
  /** Of the whole picture. */
  readonly address: string;
  readonly original: Shape;
  readonly crop: Crop | null;
  readonly onChange: (crop: Crop) => void;
}

const SHAPES = [
  { value: '21:9', ratio: 21 / 9, label: 'pictures.shapeHero' },
  { value: '16:9', ratio: 16 / 9, label: 'pictures.shapeCard' },
  { value: '4:5', ratio: 4 / 5, label: 'pictures.shapePhone' },
  { value: '1:1', ratio: 1, label: 'pictures.shapeSquare' },
] as const;
const MAX_ZOOM = 4;

/** The shape that is nearest to a part's. */
const shapeOf = (crop: Crop | null) => {
  const ratio = crop ? crop.width / crop.height : 16 / 9;
  const distance = (one: number) => Math.abs(Math.log(one / ratio));
  return SHAPES.toSorted((a, b) => distance(a.ratio) - distance(b.ratio))[0] ?? SHAPES[1];
};

/** The part of a picture that is shown: moved by pointer or arrow keys, enlarged by wheel, fingers or the slider. */
export function CropTool({ address, original, crop, onChange }: CropToolProps) {
  const t = useConsoleT();
  const id = useId();
  // A stored part stays until the operator moves it: the tool reports one of its own as soon as it has loaded.
  const [isMoved, setIsMoved] = useState(crop === null);
  const [stored] = useState(crop);
  // In a dialog that is not open yet a picture has no size, and the tool would compute with it.
  const [box, setBox] = useState<HTMLElement | null>(null);
  const [place, setPlace] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [shape, setShape] = useState(() => shapeOf(crop));
  return (
    <div className="grid gap-3">
      <div ref={setBox} className="picture-crop">
        {box && (
          <Cropper
            image={address}
            crop={place}
            zoom={zoom}
            maxZoom={MAX_ZOOM}
            aspect={shape.ratio}
            {...(stored && { initialCroppedAreaPixels: stored })}
            // The page's policy takes no styles but those of files.
            disableAutomaticStylesInjection
            cropperProps={{ role: 'application', 'aria-label': t('pictures.cropArea') }}
            onInteractionStart={() => setIsMoved(true)}
            onCropChange={setPlace}
            onZoomChange={(next) => {
              if (Number.isFinite(next)) setZoom(next);
            }}
            onCropComplete={(_, area) => {
              if (isMoved) onChange(wholePixels(area, original));
            }}
          />
        )}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="grid content-start gap-1.5">
          <label htmlFor={`${id}-shape`} className="text-sm font-medium">
            {t('pictures.shape')}
          </label>
          <select
            id={`${id}-shape`}
            value={shape.value}
            className="field"
            onChange={({ currentTarget }) => {
              setIsMoved(true);
              setShape(SHAPES.find(({ value }) => value === currentTarget.value) ?? shape);
            }}
          >
            {SHAPES.map(({ value, label }) => (
              <option key={value} value={value}>
                {t(label)}
              </option>
            ))}
          </select>
        </div>
        <div className="grid content-start gap-1.5">
          <label htmlFor={`${id}-zoom`} className="text-sm font-medium">
            {t('pictures.zoom')}
          </label>
          <input
            id={`${id}-zoom`}
            type="range"
            min={1}
            max={MAX_ZOOM}
            step={0.05}
            value={zoom}
            className="min-h-11 w-full accent-accent"
            onChange={({ currentTarget }) => {
              setIsMoved(true);
              setZoom(Number(currentTarget.value));
            }}
          />
        </div>
      </div>
    </div>
  );
}
