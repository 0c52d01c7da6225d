import { join } from 'node:path';
import { BUDGETS } from './budgets.ts';
import { isExceeded, type Measure, measure } from './measure.ts';

let exceeded = false;
for (const budget of BUDGETS) {
  const measures = await measure(join('apps', budget.app), budget);
  console.log(`\n${budget.app}\n${measures.map(row).join('\n')}`);
  exceeded ||= measures.some(isExceeded);
}
if (exceeded) {
  console.error('\nOver budget: load less, or later.');
  process.exitCode = 1;
}

function row(one: Measure): string {
  const files = one.fileLimit === null ? `${one.files}` : `${one.files} of ${one.fileLimit}`;
  const size = `${one.kilobytes.toFixed(1)} of ${one.limit} KB`;
  return `  ${isExceeded(one) ? 'OVER' : ' ok '}  ${size.padStart(18)}  ${files.padStart(7)} files  ${one.what}`;
}
