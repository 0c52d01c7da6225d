import { expectTypeOf, test } from 'vitest';
import type { MessageValues } from '../src/message-values.ts';

test('the values of a message are known to the type checker', () => {
  expectTypeOf<MessageValues<'Retry'>>().toEqualTypeOf<[]>();
  expectTypeOf<MessageValues<'{away} @ {home}'>[0]>().toMatchTypeOf<{ away: string | number; home: string | number }>();
  expectTypeOf<MessageValues<'{n, plural, one {# game} other {# games}} in {place}'>[0]>().toEqualTypeOf<
    Readonly<Record<'n', number> & Record<'place', string | number>>
  >();
});
