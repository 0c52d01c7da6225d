import { parseSettings, type ColorSettings } from '@touchline/theme';
import { COLOUR_FIELDS } from './colour-fields';
import { sameSettings } from './draft';

const NO_ACCENT = 'none';

/** The address that shares these colours; the channel's own leave it empty. */
export function toSearch(settings: ColorSettings, saved: ColorSettings): string {
  if (sameSettings(settings, saved)) return '';
  const pairs = COLOUR_FIELDS.map(({ name }) => [name, settings[name]?.slice(1) ?? NO_ACCENT]);
  return `?${new URLSearchParams(pairs).toString()}`;
}

/** The colours that an address names; those that it leaves out or gets wrong are the channel's. */
export function fromSearch(search: string, saved: ColorSettings): ColorSettings {
  const named = new URLSearchParams(search);
  let settings = saved;
  for (const { name } of COLOUR_FIELDS) {
    const text = named.get(name);
    if (text === null) continue;
    const value = name === 'accent' && text === NO_ACCENT ? null : `#${text}`;
    settings = parseSettings({ ...settings, [name]: value }) ?? settings;
  }
  return settings;
}
