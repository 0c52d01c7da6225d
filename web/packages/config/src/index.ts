export { appConfig } from './app-config.ts';
export { isPrecompressed } from './precompressed.ts';
