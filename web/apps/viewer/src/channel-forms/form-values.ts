import { type CustomForm, fieldProblems, type FormField } from '@touchline/api';
import type { Problem } from '@touchline/i18n';
import { checkField } from './field-problem.ts';

export type Values = Readonly<Record<string, string>>;
export type Problems = Readonly<Record<string, Problem>>;

/** The values of an untouched form. */
export function emptyValues({ fields }: Pick<CustomForm, 'fields'>): Values {
  return Object.fromEntries(fields.map(({ name, type }) => [name, type === 'checkbox' ? 'false' : '']));
}

/** Problems of all fields; none means that the form can be sent. */
export function checkForm(fields: readonly FormField[], values: Values): Problems {
  const found = fields.map((field) => [field.name, checkField(field, values[field.name] ?? '')] as const);
  return Object.fromEntries(found.filter((entry): entry is [string, Problem] => entry[1] !== null));
}

/** Problems from the server, by the fields that the form has; those of other fields are dropped. */
export function serverProblems(fields: readonly FormField[], error: unknown): Problems {
  const found = fields.flatMap(({ name }) => {
    const [problem] = fieldProblems(error, name);
    return problem ? [[name, problem] as const] : [];
  });
  return Object.fromEntries(found);
}

/** The first field, in the order of the form, that has a problem. */
export function firstWrong(fields: readonly FormField[], problems: Problems): string | undefined {
  return fields.find(({ name }) => name in problems)?.name;
}

/** The fields as the call takes them. */
export function filledFields(fields: readonly FormField[], values: Values): { name: string; value: string }[] {
  return fields.map(({ name }) => ({ name, value: (values[name] ?? '').trim() }));
}
