import type { SetupIntent } from '@touchline/api';
import { ProviderAway } from './card-input.ts';

const TIMEOUT_MS = 30_000;

export type CardField = 'number' | 'expiry' | 'cvc';

/** What the bank finds wrong with a card, by its codes; what the card's issuer says is more exact. */
const TEXTS = {
  card_declined: 'problem.card_declined',
  insufficient_funds: 'problem.insufficient_funds',
  card_velocity_exceeded: 'problem.too_often',
  expired_card: 'problem.card_expired',
  incorrect_cvc: 'problem.wrong_cvc',
  invalid_cvc: 'card.badCvc',
  incorrect_number: 'problem.wrong_card_number',
  invalid_number: 'problem.wrong_card_number',
  invalid_expiry_month: 'card.badExpiry',
  invalid_expiry_year: 'card.badExpiry',
  processing_error: 'problem.try_again',
  setup_intent_authentication_failure: 'problem.not_confirmed',
} as const;

type CardText = (typeof TEXTS)[keyof typeof TEXTS];

/** The bank finds something wrong with a card. */
export class CardProblem extends Error {
  override readonly name = 'CardProblem';
  readonly field: CardField;
  /** The name of what is wrong. */
  readonly text: CardText;

  constructor(field: CardField, text: CardText) {
    super(text);
    this.field = field;
    this.text = text;
  }
}

export interface TypedCard {
  readonly number: string;
  readonly month: number;
  readonly year: number;
  readonly cvc: string;
}

export interface Bank {
  readonly origin: string;
  readonly key: string | null;
}

/** The bank's id of a card; the bank is asked directly. */
export async function makeBankMethod(bank: Bank, { number, month, year, cvc }: TypedCard): Promise<string> {
  const { id } = await ask(bank, 'payment_methods', {
    type: 'card',
    'card[number]': number.replaceAll(' ', ''),
    'card[exp_month]': String(month),
    'card[exp_year]': String(year),
    'card[cvc]': cvc,
  });
  if (typeof id !== 'string') throw new ProviderAway('the bank gave no id');
  return id;
}

export async function confirmBankSetup(bank: Bank, intent: SetupIntent, method: string): Promise<void> {
  const path = `setup_intents/${encodeURIComponent(intent.id)}/confirm`;
  await ask(bank, path, { client_secret: intent.client_secret ?? '', payment_method: method });
}

type Answer = Readonly<Record<string, unknown>>;

async function ask({ origin, key }: Bank, path: string, fields: Readonly<Record<string, string>>): Promise<Answer> {
  let status: number;
  let answer: unknown;
  try {
    const response = await fetch(new URL(`/testbank/v1/${path}`, origin), {
      method: 'POST',
      headers: { authorization: `Bearer ${key ?? ''}` },
      body: new URLSearchParams(fields),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    ({ status } = response);
    answer = await response.json();
  } catch (cause) {
    throw new ProviderAway('the bank does not answer', { cause });
  }
  const found = isObject(answer) ? answer : {};
  const { error } = found;
  if (status === 200) return found;
  if (status >= 500 || !isObject(error)) throw new ProviderAway(`the bank answered ${status}`);
  const text = textOf(error['decline_code']) ?? textOf(error['code']) ?? TEXTS.card_declined;
  throw new CardProblem(fieldOf(error['param']), text);
}

function textOf(code: unknown): CardText | undefined {
  return Object.entries(TEXTS).find(([known]) => known === code)?.[1];
}

function fieldOf(param: unknown): CardField {
  if (typeof param !== 'string') return 'number';
  if (param.includes('exp')) return 'expiry';
  return param.includes('cvc') ? 'cvc' : 'number';
}

function isObject(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null;
}
