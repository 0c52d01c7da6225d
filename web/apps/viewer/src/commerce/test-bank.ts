import type { SetupIntent } from '@touchline/api';
import { ProviderAway } from './card-input.ts';

const TIMEOUT_MS = 30_000;

export type CardField = 'number' | 'expiry' | 'cvc';

/** The bank finds something wrong with a card. */
export class CardProblem extends Error {
  override readonly name = 'CardProblem';
  readonly field: CardField;

  constructor(field: CardField, message: string) {
    super(message);
    this.field = field;
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
  if (status >= 500 || !isObject(error) || typeof error['message'] !== 'string') {
    throw new ProviderAway(`the bank answered ${status}`);
  }
  throw new CardProblem(fieldOf(error['param']), error['message']);
}

function fieldOf(param: unknown): CardField {
  if (typeof param !== 'string') return 'number';
  if (param.includes('exp')) return 'expiry';
  return param.includes('cvc') ? 'cvc' : 'number';
}

function isObject(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null;
}
