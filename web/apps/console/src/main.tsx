// First, because it sets the order of the layers.
import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { loadConsoleMessages } from '@touchline/i18n';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setWantedLocale } from './localisation/language.ts';
import { makeQueryClient } from './app/query-client.ts';
import { makeRouter } from './app/router.tsx';
import { followSystemScheme } from './app/console-theme.ts';

followSystemScheme(document.documentElement);

await Promise.all([setWantedLocale(), loadConsoleMessages()]);
const root = document.querySelector('#root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={makeQueryClient()}>
        <RouterProvider router={makeRouter()} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
