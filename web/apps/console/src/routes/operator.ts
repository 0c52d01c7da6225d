import { createRoute } from '@tanstack/react-router';
import { ColoursScreen } from '../features/colours/colours-screen.tsx';
import { StartScreen } from '../features/start/start-screen.tsx';
import { getParentRoute } from './root.ts';

/** What belongs to no channel. */
export const operatorRoutes = [
  createRoute({ getParentRoute, path: '/', component: StartScreen }),
  createRoute({ getParentRoute, path: 'colours', component: ColoursScreen }),
] as const;
