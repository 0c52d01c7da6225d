import { useT } from '@touchline/i18n';
import { RotateCw, TriangleAlert } from 'lucide-react';
import { Button } from './button.tsx';

interface ErrorStateProps {
  readonly text: string;
  readonly onRetry: () => void;
}

export function ErrorState({ text, onRetry }: ErrorStateProps) {
  const t = useT();
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-center gap-x-5 gap-y-4 rounded-card border border-control bg-surface px-6 py-8 text-center"
    >
      <TriangleAlert aria-hidden size={24} className="shrink-0 text-warn" />
      <p className="max-w-[52ch] text-pretty">{text}</p>
      <Button variant="secondary" onClick={onRetry}>
        <RotateCw aria-hidden size={16} />
        {t('ui.retry')}
      </Button>
    </div>
  );
}
