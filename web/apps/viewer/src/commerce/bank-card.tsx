import { useShopT } from '@touchline/i18n';
import { type RefObject, useImperativeHandle, useRef, useState } from 'react';
import { useAppContext } from '../channel/channel.ts';
import type { CardInput } from './card-input.ts';
import { formatCardNumber, formatExpiry, isCardNumber, isCvc, readExpiry } from './card-number.ts';
import { LabelledField } from './labelled-field.tsx';
import { usePayments } from './payments.ts';
import { CardProblem, confirmBankSetup, makeBankMethod, type TypedCard } from './test-bank.ts';

interface BankCardProps {
  readonly cardInput: RefObject<CardInput | null>;
}

const NOTHING = { number: '', expiry: '', cvc: '' };
type Values = Readonly<Record<keyof typeof NOTHING, string>>;
type Problems = Readonly<Partial<Values>>;

/** The fields of a card for the bank that comes with the program. */
export function BankCard({ cardInput }: BankCardProps) {
  const t = useShopT();
  const { origin } = useAppContext().connection;
  const { publishable_key: key } = usePayments();
  const [values, setValues] = useState<Values>(NOTHING);
  const [problems, setProblems] = useState<Problems>({});
  const fields = useRef<HTMLDivElement>(null);
  /** A card that a purchase is tried again with is the same card. */
  const made = useRef<{ of: Values; id: string } | null>(null);

  const show = (found: Problems) => {
    setProblems(found);
    const [first] = Object.keys(found);
    if (first) fields.current?.querySelector<HTMLInputElement>(`[name=card-${first}]`)?.focus();
  };

  const check = (): TypedCard | null => {
    const expiry = readExpiry(values.expiry, new Date());
    show({
      ...(!isCardNumber(values.number) && { number: t('card.badNumber') }),
      ...(!expiry && { expiry: t('card.badExpiry') }),
      ...(!isCvc(values.cvc) && { cvc: t('card.badCvc') }),
    });
    return expiry && isCardNumber(values.number) && isCvc(values.cvc)
      ? { number: values.number, ...expiry, cvc: values.cvc }
      : null;
  };

  const makeMethod = async (): Promise<string | null> => {
    const card = check();
    if (!card) return null;
    if (made.current?.of === values) return made.current.id;
    try {
      const id = await makeBankMethod({ origin, key }, card);
      made.current = { of: values, id };
      return id;
    } catch (error) {
      if (!(error instanceof CardProblem)) throw error;
      show({ [error.field]: t(error.text) });
      return null;
    }
  };

  const refuse = (words: string) => {
    setValues((before) => ({ ...before, cvc: '' }));
    show({ number: words });
  };

  useImperativeHandle(cardInput, () => ({
    isEmpty: () => Object.values(values).every((value) => value === ''),
    makeMethod,
    refuse,
    confirm: async (intent) => {
      const method = await makeMethod();
      if (method === null) return false;
      try {
        await confirmBankSetup({ origin, key }, intent, method);
        return true;
      } catch (error) {
        if (!(error instanceof CardProblem)) throw error;
        refuse(t(error.text));
        return false;
      }
    },
  }));

  const type = (change: Partial<Values>) => {
    setValues((before) => ({ ...before, ...change }));
    setProblems({});
  };

  return (
    <div ref={fields} className="bank-card">
      <LabelledField
        label={t('card.number')}
        name="card-number"
        inputMode="numeric"
        autoComplete="cc-number"
        placeholder="1234 1234 1234 1234"
        value={values.number}
        problem={problems.number}
        onChange={({ target }) => type({ number: formatCardNumber(target.value) })}
      />
      <LabelledField
        label={t('card.expiry')}
        name="card-expiry"
        inputMode="numeric"
        autoComplete="cc-exp"
        value={values.expiry}
        problem={problems.expiry}
        onChange={({ target }) => type({ expiry: formatExpiry(target.value, values.expiry) })}
      />
      <LabelledField
        label={t('card.cvc')}
        name="card-cvc"
        inputMode="numeric"
        autoComplete="cc-csc"
        maxLength={4}
        value={values.cvc}
        problem={problems.cvc}
        onChange={({ target }) => type({ cvc: target.value.replaceAll(/\D/g, '') })}
      />
    </div>
  );
}
