// What the browser complains about: errors in the console (broken CSP among them), exceptions, failed requests.
import type { Page } from '@playwright/test';

/** Expected without a login: the browser writes every 401 to its console. */
export const anonymousProfile = /401.*\/api\/profile/;

export class Problems {
  private readonly seen: string[] = [];
  private readonly allowed: RegExp[] = [];

  constructor(page: Page) {
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') {
        this.seen.push(`${message.type()}: ${message.text()} (${message.location().url})`);
      }
    });
    page.on('pageerror', (error) => this.seen.push(`exception: ${error.message}`));
  }

  /** Names a complaint that the journey itself brings about, such as an answer of 503. */
  allow(pattern: RegExp): void {
    this.allowed.push(pattern);
  }

  unexpected(): string[] {
    return this.seen.filter((problem) => !this.allowed.some((pattern) => pattern.test(problem)));
  }
}
