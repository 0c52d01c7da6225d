import { encode } from 'uqr';

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
}

/** Dark on light in every theme: cameras expect it so. */
export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: 3 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-field bg-white"
    >
      <path d={path.join('')} fill="#000" />
    </svg>
  );
}
