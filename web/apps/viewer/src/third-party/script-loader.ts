interface ScriptPolicy {
  createScriptURL(url: string): string;
}

/**
 * Fetches a script of another site once; after a failure the next call tries again. `policyName` is the trusted-types
 * policy that the page allows for it.
 */
export function scriptLoader(url: string, policyName: string): () => Promise<void> {
  let loading: Promise<void> | null = null;
  // A policy's name can be given once only.
  let trusted: string | null = null;
  return () => {
    trusted ??= trustedUrl(url, policyName);
    loading ??= addScript(trusted).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}

function addScript(url: string): Promise<void> {
  const script = document.createElement('script');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  script.addEventListener('load', () => resolve());
  script.addEventListener('error', () => {
    script.remove();
    reject(new Error('a script cannot be loaded'));
  });
  script.src = url;
  document.head.append(script);
  return promise;
}

/** Where the page's policy lets only trusted scripts in, this one is, and no other. */
function trustedUrl(url: string, policyName: string): string {
  const factory: unknown = globalThis.trustedTypes;
  if (!isFactory(factory)) return url;
  return factory.createPolicy(policyName, { createScriptURL: () => url }).createScriptURL(url);
}

function isFactory(factory: unknown): factory is { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy } {
  return typeof factory === 'object' && factory !== null && 'createPolicy' in factory;
}
