// It comes without types.
declare module 'm3u8-parser' {
  export class Parser {
    on(event: 'warn' | 'info', listener: (said: { message: string }) => void): void;
    push(text: string): void;
    end(): void;
  }
}
