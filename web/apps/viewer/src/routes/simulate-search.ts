/** The query of a simulation's address, as the router read it: anything may stand there. */
export interface SimulateSearch {
  readonly event_id?: unknown;
  /** The moment when it begins, or how much of it has been played. */
  readonly start?: unknown;
}
