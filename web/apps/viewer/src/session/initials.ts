import type { Profile } from '@touchline/api';

type Names = Pick<Profile, 'first_name' | 'last_name' | 'email'>;

/** One or two letters for a member: of the names, or else of the address. */
export function initialsOf({ first_name, last_name, email }: Names): string {
  return (firstLetter(first_name) + firstLetter(last_name) || firstLetter(email)).toLocaleUpperCase();
}

const firstLetter = (text: string): string => /\p{L}|\p{N}/u.exec(text)?.[0] ?? '';
