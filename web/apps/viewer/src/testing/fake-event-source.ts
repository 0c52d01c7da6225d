import type { LiveChanges } from '@touchline/api';
import { vi } from 'vitest';

/** A stream that the test speaks through; it behaves towards the page like a browser's. */
export class FakeEventSource extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  static readonly all: FakeEventSource[] = [];

  /** Takes the browser's place until the test ends. */
  static install(): void {
    FakeEventSource.all.length = 0;
    vi.stubGlobal('EventSource', FakeEventSource);
  }

  static latest(): FakeEventSource {
    const source = FakeEventSource.all.at(-1);
    if (!source) throw new Error('no stream was opened');
    return source;
  }

  readyState: number = FakeEventSource.CONNECTING;
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    FakeEventSource.all.push(this);
  }

  accept(): void {
    this.readyState = FakeEventSource.OPEN;
    this.dispatchEvent(new Event('open'));
  }

  send(changes: LiveChanges): void {
    this.tell('games', changes);
  }

  /** Tells of a version of the channel's content. */
  sendContent(version: number): void {
    this.tell('content', { version });
  }

  private tell(name: string, data: object): void {
    if (this.readyState === FakeEventSource.CLOSED) return;
    if (this.readyState !== FakeEventSource.OPEN) this.accept();
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }

  /** The line breaks; a browser tries again by itself. */
  lose(): void {
    this.readyState = FakeEventSource.CONNECTING;
    this.dispatchEvent(new Event('error'));
  }

  /** The server says no; a browser gives up. */
  refuse(): void {
    this.readyState = FakeEventSource.CLOSED;
    this.dispatchEvent(new Event('error'));
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }
}
