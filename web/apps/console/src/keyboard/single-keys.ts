import { createStore } from '@touchline/ui';

const KEY = 'touchline-single-keys';

/** Whether single letters are shortcuts; speech input may send them by mistake. */
export const singleKeys = createStore(read());

export function setSingleKeys(on: boolean): void {
  singleKeys.update(() => on);
  try {
    localStorage.setItem(KEY, on ? 'on' : 'off');
  } catch {
    // It holds until the page is left then.
  }
}

function read(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}
