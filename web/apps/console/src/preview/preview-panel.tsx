import type { PreviewRequest } from '@touchline/api/console';
import type { ColorSettings } from '@touchline/theme';
import { useMemo, useState } from 'react';
import { PreviewChoice } from './preview-choice.tsx';
import { PreviewFrame } from './preview-frame.tsx';
import { inScheme, type Scheme } from './scheme-colours.ts';

interface PreviewPanelProps {
  readonly channel: number;
  readonly title: string;
  readonly request: PreviewRequest;
  /** Of the channel, perhaps not saved yet. */
  readonly colours: ColorSettings;
}

const SCHEME = {
  label: 'preview.scheme',
  options: [
    { value: 'own', label: 'preview.own' },
    { value: 'dark', label: 'preview.dark' },
    { value: 'light', label: 'preview.light' },
  ],
} as const;

const WIDTH = {
  label: 'preview.width',
  options: [
    { value: 'wide', label: 'preview.wide' },
    { value: 'phone', label: 'preview.phone' },
  ],
} as const;

/** A screen as viewers see it, on a dark and a light page, on a desk and on a phone. */
export function PreviewPanel({ channel, title, request, colours }: PreviewPanelProps) {
  const [scheme, setScheme] = useState<Scheme>('own');
  const [width, setWidth] = useState<'wide' | 'phone'>('wide');
  const worn = useMemo(() => inScheme(colours, scheme), [colours, scheme]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        <PreviewChoice {...SCHEME} value={scheme} onChange={setScheme} />
        <PreviewChoice {...WIDTH} value={width} onChange={setWidth} />
      </div>
      <PreviewFrame channel={channel} title={title} request={request} colours={worn} isPhone={width === 'phone'} />
    </div>
  );
}
