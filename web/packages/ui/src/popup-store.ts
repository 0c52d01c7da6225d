import type { ReactNode } from 'react';
import { enqueue, leave } from './popup-queue.ts';
import { createStore } from './store.ts';

export interface PopupInput {
  readonly title: string;
  readonly id?: string;
  /** The inside of the popup; `close` closes it. */
  readonly content: (close: () => void) => ReactNode;
  readonly onClosed?: () => void;
}

export interface Popup extends PopupInput {
  readonly id: string;
}

/** The popups in line, kept apart from their look so that it can load later. */
export const popupStore = createStore<readonly Popup[]>([]);
let count = 0;

/** Shows a popup now, or after those that are already waiting, and gives its id back. */
export function openPopup(input: PopupInput): string {
  count += 1;
  const id = input.id ?? `popup-${count}`;
  popupStore.update((line) => enqueue(line, { ...input, id }));
  return id;
}

export function removePopup(id: string): void {
  popupStore.update((line) => leave(line, id));
}
