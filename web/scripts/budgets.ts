/** Limits in kilobytes of 1,000 bytes after gzip; fonts, which are compressed already, as they are. */
export interface Budget {
  app: string;
  /** Source of the entry page's own route, which loads with the entry. */
  firstRoute: string | null;
  initial: { limit: number; files: number };
  css: number;
  fonts: number;
  /** The first pattern that fits the source of a lazy chunk gives its limit. */
  lazy: readonly { pattern: RegExp; limit: number }[];
}

export const BUDGETS: readonly Budget[] = [
  {
    app: 'viewer',
    firstRoute: 'src/features/home/home-screen.tsx',
    initial: { limit: 130, files: 6 },
    css: 14,
    fonts: 75,
    lazy: [
      { pattern: /features\/(auth|checkout)\//, limit: 25 },
      // With the screen and the player around it, 330.
      { pattern: /player\/.*hls-engine\./, limit: 290 },
      { pattern: /./, limit: 20 },
    ],
  },
  {
    app: 'console',
    firstRoute: null,
    initial: { limit: 190, files: 6 },
    css: 14,
    fonts: 75,
    lazy: [
      // The text editor, which only a form with one loads.
      { pattern: /rich-text\//, limit: 120 },
      { pattern: /./, limit: 60 },
    ],
  },
];
