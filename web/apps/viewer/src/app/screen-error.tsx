import { useT } from '@touchline/i18n';
import { ErrorState } from '@touchline/ui';
import { useRouter } from '@tanstack/react-router';

/** Stands where a screen broke: the rest of the page keeps working. */
export function ScreenError({ reset }: { readonly reset: () => void }) {
  const t = useT();
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <div className="px-(--gutter) py-16">
      <ErrorState text={t('error.generic')} onRetry={retry} />
    </div>
  );
}
