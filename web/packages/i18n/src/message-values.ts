/** Names in a message that take a number: those of plurals. */
type Counts<Message extends string> = Message extends `${string}{${infer Argument}}${infer Rest}`
  ? Argument extends `${infer Name}, plural, ${string}`
    ? Name | Counts<AfterPlural<Rest>>
    : Counts<Rest>
  : never;

/** Names in a message that take text. */
type Texts<Message extends string> = Message extends `${string}{${infer Argument}}${infer Rest}`
  ? Argument extends `${string}, plural, ${string}`
    ? Texts<AfterPlural<Rest>>
    : Argument | Texts<Rest>
  : never;

/** A plural ends with the brace of its last form and its own. */
type AfterPlural<Rest extends string> = Rest extends `${string}}}${infer After}` ? After : '';

/** The arguments that `t` wants after the key of this message: none, or all its values by name. */
export type MessageValues<Message extends string> = [Counts<Message> | Texts<Message>] extends [never]
  ? []
  : [values: Readonly<Record<Counts<Message>, number> & Record<Texts<Message>, string | number>>];
