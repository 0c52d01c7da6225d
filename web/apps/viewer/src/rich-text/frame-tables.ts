import './table-frame.css';
/** Puts each table into a frame that scrolls sideways, by keyboard too where it is wider than its place. */
export function frameTables(root: HTMLElement): () => void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) if (target instanceof HTMLElement) makeReachable(target);
  });
  for (const table of root.querySelectorAll<HTMLElement>('table')) {
    const frame = frameOf(table);
    makeReachable(frame);
    observer.observe(frame);
  }
  return () => observer.disconnect();
}

function frameOf(table: HTMLElement): HTMLElement {
  const parent = table.parentElement;
  if (parent?.className === 'table-frame') return parent;
  const frame = document.createElement('div');
  frame.className = 'table-frame';
  table.replaceWith(frame);
  frame.append(table);
  return frame;
}

function makeReachable(frame: HTMLElement): void {
  if (frame.scrollWidth > frame.clientWidth) frame.tabIndex = 0;
  else frame.removeAttribute('tabindex');
}
