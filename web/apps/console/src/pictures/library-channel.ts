import { createContext } from 'react';

/** The channel whose library the text editor offers; without one it takes addresses alone. */
export const LibraryChannel = createContext<number | null>(null);
