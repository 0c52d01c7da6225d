import { configure } from '@testing-library/dom';
import { vi } from 'vitest';

// Both wait one second unless told otherwise, which a busy machine needs for one screen. Only a test that fails waits longer.
const limit = { timeout: 30_000 };
const { waitFor } = vi;

configure({ asyncUtilTimeout: limit.timeout });
vi.waitFor = (isThere, options) => waitFor(isThere, typeof options === 'number' ? options : { ...limit, ...options });
