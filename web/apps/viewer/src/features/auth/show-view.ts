import { createContext } from 'react';

/** Tells a card what it shows now; true where it has shown something else before. */
export const ShowView = createContext<(name: string) => boolean>(() => false);
