import { appConfig } from '@touchline/config';
import { defineConfig } from 'vite';

export default defineConfig(appConfig({ base: '/console/' }));
