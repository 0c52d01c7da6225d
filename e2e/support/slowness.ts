// How slow this machine is at the moment. Journeys wait for conditions; how long they wait at most grows with this, since
// others may use the same processor.
import { createHash } from 'node:crypto';

/** What the work below takes on a calm machine. */
const calmMs = 45;
const rounds = 5;
const most = 6;

function measure(): number {
  const block = Buffer.alloc(1024 * 1024);
  const began = performance.now();
  for (let round = 0; round < rounds * 60; round += 1) createHash('sha256').update(block).digest();
  return (performance.now() - began) / rounds / calmMs;
}

const slowness = Math.min(Math.max(measure(), 1), most);

/** A limit of waiting, in milliseconds, on the machine as it is now. */
export function waitLimit(calm: number): number {
  return Math.round(calm * slowness);
}
