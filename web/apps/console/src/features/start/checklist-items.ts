import type { Checklist, ChecklistResult, ChecklistTest } from '@touchline/api/console';
import type { ConsoleKey, ConsoleTranslate } from '@touchline/i18n';

export type ItemState = 'missing' | 'untested' | 'failed' | 'done' | 'optional';

export interface Item {
  readonly name: ChecklistTest | 'legal';
  readonly title: string;
  readonly state: ItemState;
  /** How it is set up, and what to do where it is not. */
  readonly lines: readonly string[];
  readonly test: { readonly name: ChecklistTest; readonly button: string } | null;
  readonly last: ChecklistResult | null;
  /** Pages that the law asks for, with the address of those that are there. */
  readonly pages: Checklist['legal'];
}

export const STATE_NAMES = {
  missing: 'checklist.missing',
  untested: 'checklist.untested',
  failed: 'checklist.failed',
  done: 'checklist.done',
  optional: 'checklist.optional',
} as const satisfies Record<ItemState, ConsoleKey>;

/** The things of the list in their order. */
export function itemsOf(list: Checklist, t: ConsoleTranslate): readonly Item[] {
  const { mail, payments, encoder, legal, host } = list;
  const hasPages = legal.every(({ path }) => path !== null);
  return [
    {
      name: 'mail',
      title: t('checklist.mail'),
      state: mail.state,
      lines: [mailLine(mail, t)],
      test: { name: 'mail', button: t('checklist.testMail') },
      last: mail.last,
      pages: [],
    },
    {
      name: 'payments',
      title: t('checklist.payments'),
      // A channel that sells nothing is ready without them.
      state: payments.state !== 'done' && !payments.is_needed ? 'optional' : payments.state,
      lines: paymentLines(payments, t),
      test: { name: 'payments', button: t(payments.is_live ? 'checklist.testLivePayments' : 'checklist.testPayments') },
      last: payments.last,
      pages: [],
    },
    {
      name: 'encoder',
      title: t('checklist.encoder'),
      state: encoder.state,
      lines: encoderLines(encoder, t),
      test: { name: 'encoder', button: t('checklist.testEncoder') },
      last: encoder.last,
      pages: [],
    },
    {
      name: 'legal',
      title: t('checklist.legal'),
      state: hasPages ? 'done' : 'missing',
      lines: [t('checklist.legalText')],
      test: null,
      last: null,
      pages: legal,
    },
    {
      name: 'host',
      title: t('checklist.host'),
      state: host.state,
      lines: [host.host === null ? t('checklist.noHost') : t('checklist.hostText', { host: host.host })],
      test: host.host === null ? null : { name: 'host', button: t('checklist.testHost') },
      last: host.last,
      pages: [],
    },
  ];
}

function mailLine({ server, sender, is_kept_here: isKept }: Checklist['mail'], t: ConsoleTranslate): string {
  if (server !== null) return t('checklist.mailBy', { server, sender });
  return t(isKept ? 'checklist.mailKept' : 'checklist.noMail');
}

function paymentLines(
  { provider, is_live: isLive, closed, is_needed: isNeeded }: Checklist['payments'],
  t: ConsoleTranslate,
) {
  const way =
    provider === null
      ? t(closed === 'real_before' ? 'checklist.realBefore' : 'checklist.noPayments')
      : t(isLive ? 'checklist.livePayments' : 'checklist.testMode', { provider });
  return isNeeded ? [way] : [way, t('checklist.notNeeded')];
}

function encoderLines({ address, is_local: isLocal }: Checklist['encoder'], t: ConsoleTranslate): readonly string[] {
  if (address === null) return [t('checklist.noEncoder')];
  const listens = t('checklist.encoderAt', { address });
  return isLocal ? [listens, t('checklist.encoderLocal')] : [listens, t('checklist.encoderOutside')];
}

const OUTCOMES = {
  mail_accepted: 'checklist.mailAccepted',
  mail_kept: 'checklist.mailReceivedHere',
  mail_not_configured: 'checklist.noMail',
  mail_refused: 'checklist.mailRefused',
  paid_and_refunded: 'checklist.paidAndRefunded',
  paid_not_refunded: 'checklist.paidNotRefunded',
  payment_refused: 'checklist.paymentRefused',
  key_refused: 'checklist.keyRefused',
  live_keys_work: 'checklist.liveKeysWork',
  no_webhook: 'checklist.noWebhook',
  webhooks_unknown: 'checklist.webhooksUnknown',
  provider_unreachable: 'checklist.providerUnreachable',
  payments_not_configured: 'checklist.noPayments',
  on_air: 'checklist.onAir',
  no_listener: 'checklist.noEncoder',
  no_ffmpeg: 'checklist.noFfmpeg',
  encoder_refused: 'checklist.encoderRefused',
  no_segments: 'checklist.noSegments',
  host_reached: 'checklist.hostReached',
  host_not_reached: 'checklist.hostNotReached',
} as const satisfies Record<ChecklistResult['outcome'], string>;

/** "Sent 14:02, accepted by mx.school.example, 0.8 s". */
export function sayResult(result: ChecklistResult, t: ConsoleTranslate, locale: string): string {
  const { outcome, at, took_ms: took, target, response } = result;
  const values = {
    time: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at * 1000),
    seconds: new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(took / 1000),
    target,
    response,
  };
  return t(OUTCOMES[outcome], values);
}
