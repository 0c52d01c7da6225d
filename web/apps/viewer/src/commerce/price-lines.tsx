import type { Quote, QuoteLine } from '@touchline/api';
import { useShopT } from '@touchline/i18n';
import { isZero } from './pay-button-text.ts';
import { dayTitle, moneyTitle } from './titles.ts';

interface PriceLinesProps {
  readonly quote: Quote;
  /** The names of what was chosen within a thing, under it. */
  readonly details?: (line: QuoteLine) => string | null;
}

/** What is charged, line by line, with what the buyer has of it already: things, taxes, discount, the price now and the charge to come. */
export function PriceLines({ quote, details }: PriceLinesProps) {
  const t = useShopT();
  const money = (amount: string) => moneyTitle(amount, quote.currency);
  const lines = (
    <dl className="price-lines">
      {quote.lines.map((line, place) => (
        // The same product may stand there for two teams.
        // oxlint-disable-next-line react/no-array-index-key -- the lines come as a whole and are never moved.
        <div key={`${line.type}-${line.product.id}-${place}`}>
          <dt>
            {line.product.name}
            {details?.(line) && <span>{details(line)}</span>}
            {line.ends_at !== null && <span>{t('buy.until', { date: dayTitle(line.ends_at) })}</span>}
          </dt>
          <dd>{money(line.base_price)}</dd>
        </div>
      ))}
      {!isZero(quote.service_fee) && (
        <div>
          <dt>{t('buy.taxes')}</dt>
          <dd>{money(quote.service_fee)}</dd>
        </div>
      )}
      {!isZero(quote.discount) && (
        <div>
          <dt>{quote.coupon === null ? t('buy.discount') : t('buy.discountNamed', { code: quote.coupon })}</dt>
          <dd>−{money(quote.discount)}</dd>
        </div>
      )}
      {quote.next && (
        <div data-next>
          <dt>{t('buy.next')}</dt>
          <dd>
            {t('buy.nextOn', { amount: money(quote.next.amount), date: dayTitle(quote.next.at) })}
            <span>{t('buy.renews')}</span>
          </dd>
        </div>
      )}
    </dl>
  );
  if (!quote.rest) return lines;
  return (
    <>
      <p className="font-semibold text-pretty">{t('shop.restHere', { held: quote.rest.held, count: quote.rest.of })}</p>
      {lines}
    </>
  );
}
