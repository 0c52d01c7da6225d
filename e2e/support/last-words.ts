// Repeats the error of each failed journey at the very end of the log.
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

const longest = 1_500;

// oxlint-disable-next-line no-default-export -- Playwright takes a reporter so
export default class LastWords implements Reporter {
  private readonly failures: string[] = [];

  onTestEnd(test: TestCase, { status, errors }: TestResult): void {
    if (status === test.expectedStatus) return;
    const words = stripVTControlCharacters(errors.map(({ message }) => message ?? '').join('\n'));
    this.failures.push(`${test.title}\n${words.slice(0, longest)}`);
  }

  onEnd(): void {
    for (const failure of this.failures) process.stdout.write(`\n${failure}\n`);
  }
}
