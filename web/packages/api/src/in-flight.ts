import { RequestError } from './errors.ts';

interface Flight<T> {
  result: Promise<T>;
  controller: AbortController;
  callers: number;
}

export type Share<T> = (
  identity: string,
  caller: AbortSignal,
  start: (signal: AbortSignal) => Promise<T>,
) => Promise<T>;

/** Lets callers that ask for the same thing at once have one answer; it is called off only when all of them have left. */
export function createInFlight<T>(): Share<T> {
  const flights = new Map<string, Flight<T>>();

  function land(identity: string, flight: Flight<T>): void {
    if (flights.get(identity) === flight) flights.delete(identity);
  }

  function board(identity: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController();
    const flight: Flight<T> = { result: start(controller.signal), controller, callers: 0 };
    flights.set(identity, flight);
    void flight.result.catch(() => undefined).finally(() => land(identity, flight));
    return flight;
  }

  return (identity, caller, start) => {
    if (caller.aborted) return Promise.reject(new RequestError('cancelled'));
    const flight = flights.get(identity) ?? board(identity, start);
    flight.callers += 1;
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        reject(new RequestError('cancelled'));
        flight.callers -= 1;
        if (flight.callers > 0) return;
        land(identity, flight);
        flight.controller.abort();
      };
      caller.addEventListener('abort', leave, { once: true });
      void flight.result.then(resolve, reject).finally(() => caller.removeEventListener('abort', leave));
    });
  };
}
