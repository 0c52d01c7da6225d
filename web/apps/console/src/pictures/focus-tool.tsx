import type { Focus } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { type KeyboardEvent, type MouseEvent, useId } from 'react';
import { movedFocus } from './view-style.ts';

interface FocusToolProps {
  readonly focus: Focus;
  /** Shows the whole picture, as a background. */
  readonly style: object;
  readonly onChange: (focus: Focus) => void;
}

const STEP = 5;
const KEYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** The point that stays in view, set by a click or by arrow keys. */
export function FocusTool({ focus, style, onChange }: FocusToolProps) {
  const t = useConsoleT();
  const hint = useId();
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    // Enter and the space bar click nowhere.
    if (event.detail === 0) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - left) / width) * 100;
    const y = ((event.clientY - top) / height) * 100;
    onChange(movedFocus({ x: 0, y: 0 }, [x, y]));
  };
  const press = (event: KeyboardEvent) => {
    const step = KEYS[event.key];
    if (!step) return;
    event.preventDefault();
    onChange(movedFocus(focus, event.shiftKey ? [step[0] / STEP, step[1] / STEP] : step));
  };
  return (
    <div className="grid gap-1.5">
      <div className="picture-frame">
        <button
          type="button"
          aria-label={t('pictures.focus')}
          aria-describedby={hint}
          className="picture-focus picture-view"
          style={style}
          onClick={click}
          onKeyDown={press}
        />
        <span aria-hidden className="picture-point" style={{ left: `${focus.x}%`, top: `${focus.y}%` }} />
      </div>
      <p id={hint} className="text-sm text-pretty text-muted">
        {t('pictures.focusHint')}
      </p>
      <output className="text-sm text-muted tabular-nums">{t('pictures.focusAt', { x: focus.x, y: focus.y })}</output>
    </div>
  );
}
