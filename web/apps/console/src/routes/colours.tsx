import { ColoursScreen } from '../features/colours/colours-screen.tsx';

/** The colours of the channel that this address belongs to. */
export function ColoursRoute() {
  return <ColoursScreen />;
}
