import { classNames } from '@touchline/ui';
import { frameTables } from './frame-tables.ts';
import { TrustedHtml } from './trusted-html.tsx';
import './rich-text.css';

interface RichTextProps {
  /** Sanitised by the server when it was saved. */
  readonly html: string;
  readonly className?: string;
}

const frame = (text: HTMLElement | null) => (text ? frameTables(text) : undefined);

/** An operator's text at length: set for reading, with tables that scroll on their own. */
export function RichText({ html, className }: RichTextProps) {
  return <TrustedHtml key={html} ref={frame} html={html} className={classNames('rich-text', className)} />;
}
