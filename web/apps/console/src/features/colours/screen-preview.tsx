import type { ColorSettings } from '@touchline/theme';
import { useConsoleT } from '@touchline/i18n';
import { useState } from 'react';
import { PreviewChoice } from '../../preview/preview-choice.tsx';
import { PreviewPanel } from '../../preview/preview-panel.tsx';

interface ScreenPreviewProps {
  readonly channel: number;
  readonly colours: ColorSettings;
}

const SCREEN = {
  label: 'preview.screen',
  options: [
    { value: 'home', label: 'preview.home' },
    { value: 'watch', label: 'preview.watch' },
    { value: 'buy', label: 'preview.buy' },
  ],
} as const;

/** Real screens of the channel in colours that are not saved yet. */
export function ScreenPreview({ channel, colours }: ScreenPreviewProps) {
  const t = useConsoleT();
  const [screen, setScreen] = useState<(typeof SCREEN.options)[number]['value']>('home');
  return (
    <section aria-label={t('colours.preview')} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PreviewChoice {...SCREEN} value={screen} onChange={setScreen} />
      <PreviewPanel channel={channel} title={t('colours.preview')} request={{ screen }} colours={colours} />
    </section>
  );
}
