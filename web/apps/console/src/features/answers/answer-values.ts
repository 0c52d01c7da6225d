import type { AnsweredForm, FormAnswer } from '@touchline/api/console';
import type { ConsoleTranslate } from '@touchline/i18n';

export interface AnswerValue {
  readonly name: string;
  readonly label: string;
  /** Empty where the field was left empty. */
  readonly text: string;
}

/** What was answered, in the order of the form; after it what the form no longer asks for. */
export function answerValues(form: AnsweredForm, { values }: FormAnswer, t: ConsoleTranslate): readonly AnswerValue[] {
  const asked = form.fields.map(({ name, label, options }) => {
    const option = options.find((one) => one.value === values[name]);
    return { name, label: label || name, text: option?.label ?? say(values[name], t) };
  });
  const former = Object.keys(values).filter((name) => !form.fields.some((field) => field.name === name));
  return [...asked, ...former.map((name) => ({ name, label: name, text: say(values[name], t) }))];
}

function say(value: string | boolean | undefined, t: ConsoleTranslate): string {
  return typeof value === 'boolean' ? t(value ? 'answers.checked' : 'answers.unchecked') : (value ?? '');
}
