import { useShopT } from '@touchline/i18n';
import { FlaskConical } from 'lucide-react';
import { usePayments } from './payments.ts';

/** The cards that Stripe publishes for trying things out; the built-in bank knows the same. */
const CARDS = [
  ['4242 4242 4242 4242', 'buy.testGood'],
  ['4000 0027 6000 3184', 'buy.testAsk'],
  ['4000 0000 0000 0002', 'buy.testDeclined'],
  ['4000 0000 0000 9995', 'buy.testEmpty'],
] as const;

/** Says where no money moves, and which cards there are to try. */
export function TestMode() {
  const t = useShopT();
  const { is_test: isTest } = usePayments();
  if (!isTest) return null;
  return (
    <details className="test-mode">
      <summary>
        <FlaskConical aria-hidden size={18} />
        {t('buy.testMode')}
      </summary>
      <p>{t('buy.testText')}</p>
      <ul>
        {CARDS.map(([number, outcome]) => (
          <li key={number}>
            <code>{number}</code> {t(outcome)}
          </li>
        ))}
      </ul>
    </details>
  );
}
