const DELAY = 300;

/** Passes a text on when the typing pauses, or when the form asks for it. */
export class DelayedChange {
  #waiting: (() => string) | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last: string;
  #pass: (text: string) => void = () => undefined;

  constructor(text: string) {
    this.#last = text;
  }

  passTo(pass: (text: string) => void): void {
    this.#pass = pass;
  }

  /** The text is only made when it is passed on. */
  later(text: () => string): void {
    this.#waiting = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), DELAY);
  }

  flush(): void {
    clearTimeout(this.#timer);
    const text = this.#waiting?.() ?? this.#last;
    this.#waiting = null;
    if (text === this.#last) return;
    this.#last = text;
    this.#pass(text);
  }
}
