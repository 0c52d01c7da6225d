import { Link } from '@tanstack/react-router';
import type { WebhookItem } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { rowProps } from '../../lists/list-row.ts';
import { WebhookState } from './webhook-state.tsx';
import { EVENT_NAMES, EVENTS } from './webhook-words.ts';
import '../../resource/resource-row.css';
import '../../lists/list.css';

interface WebhookRowProps {
  readonly alias: string;
  readonly webhook: WebhookItem;
}

/** Where it is, what it is told, and whether that works. */
export function WebhookRow({ alias, webhook }: WebhookRowProps) {
  const t = useConsoleT();
  const { description, url } = webhook;
  return (
    <li className="list-row" {...rowProps(webhook.id)}>
      <div className="min-w-0">
        <Link
          to="/$channel/webhooks/$webhook"
          params={{ channel: alias, webhook: String(webhook.id) }}
          className="resource-link"
        >
          {description || url}
        </Link>
        {description && <p className="truncate text-sm text-muted">{url}</p>}
      </div>
      <p className="min-w-0 text-sm text-muted">
        {EVENTS.filter((event) => webhook.events.includes(event))
          .map((event) => t(EVENT_NAMES[event]))
          .join(', ')}
      </p>
      <div className="md:w-52">
        <WebhookState webhook={webhook} />
      </div>
    </li>
  );
}
