import { Link } from '@tanstack/react-router';
import { useConsoleT } from '@touchline/i18n';
import { buttonClass, EmptyState } from '@touchline/ui';

export function NotFound() {
  const t = useConsoleT();
  return (
    <>
      <h1 className="sr-only">{t('console.notFound')}</h1>
      <EmptyState title={t('console.notFound')} text={t('console.notFoundText')}>
        <Link to="/" className={buttonClass('secondary')}>
          {t('console.toStart')}
        </Link>
      </EmptyState>
    </>
  );
}
