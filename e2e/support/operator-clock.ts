// How long an operator takes for a task: the constants of the keystroke-level model for what they do, and the real time for
// what they wait for. A journey fails over the time of its task.
import { expect, type Locator } from '@playwright/test';

const CLICK = 1.1;
const KEY = 0.2;
const DECISION = 1.35;

export class OperatorClock {
  private readonly task: string;
  private readonly limit: number;
  private seconds = 0;

  /** The limit is in seconds. */
  constructor(task: string, limit: number) {
    this.task = task;
    this.limit = limit;
  }

  /** Looks for what to do next, once it is found clicks it. */
  async click(target: Locator): Promise<void> {
    this.seconds += DECISION + CLICK;
    await this.wait(() => target.click());
  }

  /** Clicks into a field and types; what stood there is replaced. */
  async type(field: Locator, text: string): Promise<void> {
    this.seconds += DECISION + CLICK + KEY * text.length;
    await this.wait(() => field.fill(text));
  }

  /** Opens a list and takes an option of it. */
  async select(field: Locator, option: string): Promise<void> {
    this.seconds += DECISION + 2 * CLICK;
    await this.wait(() => field.selectOption(option));
  }

  async press(field: Locator, key: string): Promise<void> {
    this.seconds += DECISION + KEY * key.split('+').length;
    await this.wait(() => field.press(key));
  }

  /** Picks a file: the button, the file, and Open. */
  async choose(field: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    this.seconds += DECISION + 3 * CLICK;
    await this.wait(() => field.setInputFiles(file));
  }

  /** The real time of what the operator waits for. */
  async wait<T>(waited: () => Promise<T>): Promise<T> {
    const began = performance.now();
    try {
      return await waited();
    } finally {
      this.seconds += (performance.now() - began) / 1000;
    }
  }

  /** The task is done. */
  end(): void {
    process.stdout.write(`operator task ${this.task}: ${this.seconds.toFixed(1)} s of ${this.limit} s\n`);
    expect(this.seconds, `operator task ${this.task}`).toBeLessThanOrEqual(this.limit);
  }
}
