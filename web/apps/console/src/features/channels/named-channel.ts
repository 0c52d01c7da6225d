/** A channel that an administrator pauses or deletes. */
export interface NamedChannel {
  readonly id: number;
  readonly name: string;
  readonly alias: string;
}
