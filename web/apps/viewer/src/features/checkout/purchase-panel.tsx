import { useShopT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { CircleAlert, BadgeCheck, TicketX, Hourglass } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { RouterButton } from '../../navigation/router-button.tsx';

/** How far a purchase is, once it has begun. */
export type Phase =
  | { readonly name: 'processing' }
  | { readonly name: 'success'; readonly title: string; readonly eventId: number | null }
  /** The payment failed, for this reason where one is known. */
  | { readonly name: 'failed'; readonly reason: string | null }
  /** The order could not be asked for. */
  | { readonly name: 'unknown' };

interface PurchasePanelProps {
  readonly phase: Phase;
  readonly onAgain: () => void;
  readonly onLookAgain: () => void;
}

/** Processing, success and error; all of the size of what they stand in for. */
export function PurchasePanel({ phase, onAgain, onLookAgain }: PurchasePanelProps) {
  const t = useShopT();
  switch (phase.name) {
    case 'processing':
      return <Processing key={phase.name} />;
    case 'success':
      return (
        <Panel
          key={phase.name}
          role="status"
          icon={<BadgeCheck className="text-success" />}
          title={t('buy.success')}
          text={t('buy.successText', { name: phase.title })}
        >
          {phase.eventId === null ? (
            <RouterButton to="/profile" size="large">
              {t('buy.toOrders')}
            </RouterButton>
          ) : (
            <RouterButton to="/watch/$id" params={{ id: phase.eventId }} size="large">
              {t('buy.toGame')}
            </RouterButton>
          )}
        </Panel>
      );
    case 'failed':
      return (
        <Panel
          key={phase.name}
          role="alert"
          icon={<TicketX className="text-danger" />}
          title={t('buy.failed')}
          text={[phase.reason, t('buy.failedText')].filter(Boolean).join(' ')}
        >
          <Button size="large" onClick={onAgain}>
            {t('buy.again')}
          </Button>
        </Panel>
      );
    case 'unknown':
      return (
        <Panel
          key={phase.name}
          role="alert"
          icon={<CircleAlert className="text-warn" />}
          title={t('buy.unknown')}
          text={t('buy.unknownText')}
        >
          <Button size="large" onClick={onLookAgain}>
            {t('buy.lookAgain')}
          </Button>
          <RouterButton to="/profile" search={{ tab: 'transactions' }} variant="secondary" size="large">
            {t('buy.toOrders')}
          </RouterButton>
        </Panel>
      );
  }
}

/** Most banks answer by then; after it the buyer reads what happens next. */
const SLOW_MS = 12_000;

function Processing() {
  const t = useShopT();
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Panel
      role="status"
      icon={<Hourglass className="text-muted" />}
      title={t('buy.processing')}
      text={isSlow ? t('buy.processingSlow') : t('buy.processingText')}
    >
      {isSlow && (
        <RouterButton to="/profile" search={{ tab: 'transactions' }} variant="secondary" size="large">
          {t('buy.toOrders')}
        </RouterButton>
      )}
    </Panel>
  );
}

interface PanelProps {
  readonly role: 'status' | 'alert';
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

function Panel({ role, icon, title, text, children }: PanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // What was pressed is gone from sight.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div role={role} className="purchase-panel">
      <span aria-hidden className="purchase-icon">
        {icon}
      </span>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{text}</p>
      {children && <div className="flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  );
}
