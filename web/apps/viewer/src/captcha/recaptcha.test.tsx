import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

type Options = Readonly<Record<string, unknown>>;

describe('AUTH-11 recaptcha', () => {
  let options: Options = {};
  let askRecaptcha: (siteKey: string) => Promise<string>;
  const addScript = vi.fn<(node: Node) => void>();

  beforeEach(async () => {
    // Each test loads the script anew.
    vi.resetModules();
    ({ askRecaptcha } = await import('./recaptcha.ts'));
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

  it('tries again after a script that did not load, where each policy can be made once', async () => {
    const made = new Set<string>();
    vi.stubGlobal('trustedTypes', {
      createPolicy: (name: string, rules: { createScriptURL(url: string): string }) => {
        // As browsers do under `trusted-types` without 'allow-duplicates'.
        if (made.has(name)) throw new TypeError(`Policy with name "${name}" already exists.`);
        made.add(name);
        return rules;
      },
    });
    vi.spyOn(document.head, 'append').mockImplementationOnce((script) => {
      if (script instanceof Node) queueMicrotask(() => script.dispatchEvent(new Event('error')));
    });
    await expect(askRecaptcha('site')).rejects.toThrow('cannot be loaded');
    expect(await askRecaptcha('site')).toBe('token of 3');
    expect(addScript).toHaveBeenCalledOnce();
    expect([...made]).toEqual(['touchline-captcha']);
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
