import type { SocialProvider } from '@touchline/api';

const MARKS: Readonly<Record<SocialProvider, string>> = {
  google:
    'M12 10.2v3.9h5.5c-.2 1.3-1.7 3.9-5.5 3.9a6 6 0 1 1 0-12c1.9 0 3.2.8 3.9 1.5l2.7-2.6A9.6 9.6 0 0 0 12 2.3a9.7 9.7 0 1 0 0 19.4c5.6 0 9.3-3.9 9.3-9.5 0-.6-.1-1.1-.2-1.6H12z',
  facebook:
    'M22 12a10 10 0 1 0-11.6 9.9v-7H7.9V12h2.5V9.8c0-2.5 1.5-3.9 3.8-3.9 1.1 0 2.2.2 2.2.2v2.5h-1.2c-1.2 0-1.6.8-1.6 1.5V12h2.8l-.4 2.9h-2.4v7A10 10 0 0 0 22 12z',
};

/** The provider's sign, in one colour. */
export function ProviderMark({ provider }: { readonly provider: SocialProvider }) {
  return (
    <svg aria-hidden viewBox="0 0 24 24" width={18} height={18} fill="currentColor" className="shrink-0">
      <path d={MARKS[provider]} />
    </svg>
  );
}
