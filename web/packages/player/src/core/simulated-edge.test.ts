import { describe, expect, it } from 'vitest';
import { isSimulationOver, simulatedEdge, simulatedStart } from './simulated-edge.ts';

const NOW = 1_800_000_000;

describe('a finished game as if it were live', () => {
  it('ROUTE-13 begins when the page opens, at a named moment, or with some of it played', () => {
    expect(simulatedStart(undefined, NOW)).toBe(NOW);
    expect(simulatedStart(NOW - 60, NOW)).toBe(NOW - 60);
    expect(simulatedStart(String(NOW + 60), NOW)).toBe(NOW + 60);
    expect(simulatedStart(90, NOW)).toBe(NOW - 90);
  });

  it('ROUTE-13 a start that is none is left out', () => {
    for (const wrong of ['soon', -5, {}, null, Number.NaN, Infinity]) expect(simulatedStart(wrong, NOW)).toBe(NOW);
  });

  it('ROUTE-13 the edge never passes the clock nor the end of the game', () => {
    expect(simulatedEdge(NOW, NOW + 30, 3600)).toBe(30);
    expect(simulatedEdge(NOW, NOW - 30, 3600)).toBe(0);
    expect(simulatedEdge(NOW, NOW + 9999, 3600)).toBe(3600);
  });

  it('ROUTE-13 ends when all of it has gone out', () => {
    expect(isSimulationOver(NOW, NOW + 3599, 3600)).toBe(false);
    expect(isSimulationOver(NOW, NOW + 3600, 3600)).toBe(true);
    expect(isSimulationOver(NOW, NOW + 9999, 0)).toBe(false);
  });
});
