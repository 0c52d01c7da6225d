import { createRootRouteWithContext } from '@tanstack/react-router';
import type { RouterContext } from '../channel/router-context.ts';
import { guardMove } from '../navigation/navigation-guard.ts';
import { Shell } from '../shell/shell.tsx';

export const root = createRootRouteWithContext<RouterContext>()({ component: Shell, beforeLoad: guardMove });

export const getParentRoute = () => root;
