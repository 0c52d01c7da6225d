import { useConsoleT } from '@touchline/i18n';
import { Button, EmptyState } from '@touchline/ui';

/** Shown where nothing matches the search. */
export function NothingFound({ onClear }: { readonly onClear: () => void }) {
  const t = useConsoleT();
  return (
    <div className="mt-6">
      <EmptyState title={t('resource.noMatch')} text={t('resource.noMatchText')}>
        <Button variant="secondary" onClick={onClear}>
          {t('resource.clear')}
        </Button>
      </EmptyState>
    </div>
  );
}
