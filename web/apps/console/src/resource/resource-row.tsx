import { Link } from '@tanstack/react-router';
import type { OperatorChannel } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { Badge, Button } from '@touchline/ui';
import { formAddress } from './addresses.ts';
import { OrderedRow, type Ordering } from './ordered-row.tsx';
import type { Resource, Row } from './resource.ts';

interface ResourceRowProps {
  readonly channel: OperatorChannel;
  readonly resource: Resource;
  readonly row: Row;
  readonly hasDraft: boolean;
  /** Null for rows without an order, and in a filtered list. */
  readonly ordering: Ordering | null;
  /** It stands under the row above. */
  readonly isUnder?: boolean;
  readonly onRemove: () => void;
}

const KEYS = 'Alt+ArrowUp Alt+ArrowDown';
const LEVEL_KEYS = `${KEYS} Alt+ArrowLeft Alt+ArrowRight`;

export function ResourceRow({
  channel,
  resource,
  row,
  hasDraft,
  ordering,
  isUnder = false,
  onRemove,
}: ResourceRowProps) {
  const t = useConsoleT();
  const locale = useLocale();
  const title = resource.title(row, t) || t('resource.untitled');
  const facts = resource.facts?.(row, t, locale).filter(Boolean) ?? [];

  const action = { size: 'small', variant: 'secondary', className: 'min-h-11' } as const;
  return (
    <OrderedRow id={row.id} title={title} ordering={ordering} isUnder={isUnder}>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            {...formAddress({ channel, resource }, row.id)}
            aria-keyshortcuts={ordering ? (ordering.onStep ? LEVEL_KEYS : KEYS) : undefined}
            className="resource-link"
          >
            {title}
          </Link>
          {hasDraft && <Badge>{t('resource.unsaved')}</Badge>}
        </p>
        {facts.length > 0 && <p className="truncate text-sm text-muted">{facts.join(' · ')}</p>}
      </div>
      <div className="resource-actions">
        {ordering && ordering.count > 1 && (
          <Button
            {...action}
            aria-haspopup="dialog"
            aria-label={t('resource.moveToOf', { name: title })}
            onClick={ordering.onMoveTo}
          >
            {t('resource.moveTo')}
          </Button>
        )}
        <Button {...action} aria-label={t('resource.removeOf', { name: title })} onClick={onRemove}>
          {t('resource.remove')}
        </Button>
      </div>
    </OrderedRow>
  );
}
