import { useRouterState } from '@tanstack/react-router';
import './progress-line.css';

/** A thin line at the top while the next screen is on its way; the style sheet holds it back for 150 ms. */
export function ProgressLine() {
  const pending = useRouterState({ select: (state) => state.status === 'pending' });
  return pending ? <div aria-hidden className="progress-line" /> : null;
}
