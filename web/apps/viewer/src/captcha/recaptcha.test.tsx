import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { askRecaptcha } from './recaptcha.ts';

type Options = Readonly<Record<string, unknown>>;

describe('AUTH-11 recaptcha', () => {
  let options: Options = {};
  const addScript = vi.fn<(node: Node) => void>();

  beforeEach(() => {
    vi.stubGlobal('grecaptcha', {
      ready: (done: () => void) => done(),
      render: (_place: HTMLElement, given: Options) => {
        options = given;
        return 3;
      },
      execute: (widget: number) => {
        const { callback } = options;
        if (typeof callback === 'function') callback(`token of ${widget}`);
      },
    });
    vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
      for (const node of nodes) {
        if (!(node instanceof HTMLScriptElement)) continue;
        addScript(node);
        queueMicrotask(() => node.dispatchEvent(new Event('load')));
      }
    });
  });
  afterEach(() => {
    addScript.mockClear();
    document.body.replaceChildren();
  });

  it('loads the script once, shows nothing, and gives the token', async () => {
    expect(await askRecaptcha('site')).toBe('token of 3');
    expect(await askRecaptcha('site')).toBe('token of 3');
    expect(addScript).toHaveBeenCalledOnce();
    const [script] = addScript.mock.calls[0] ?? [];
    expect(script).toMatchObject({ src: 'https://www.google.com/recaptcha/api.js?render=explicit' });
    expect(options).toMatchObject({ sitekey: 'site', size: 'invisible' });
    expect(document.body.children).toHaveLength(0);
  });
});
