// What third-party parsers say of a game's playlists, and the rules of low latency that the parsers do not check.
import * as hls from 'hls-parser';
import { Parser } from 'm3u8-parser';

type Playlists = ReadonlyMap<string, string>;

hls.setOptions({ strictMode: true });

async function fetchText(url: URL): Promise<string> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url.pathname}: ${answer.status}`);
  return answer.text();
}

/** A game's list of renditions, and the playlist of each, by their names. */
export async function playlists(address: string): Promise<Map<string, string>> {
  const main = await fetchText(new URL(address));
  const named = [...main.matchAll(/^(?:#EXT-X-MEDIA:.*URI="(?<sound>[^"]+)"|(?<picture>[^#\s]\S*))$/gm)];
  const names = named.map(({ groups }) => groups?.['sound'] ?? groups?.['picture'] ?? '').toSorted();
  const found = new Map([['index.m3u8', main]]);
  // One after the other: what is compared between renditions was at most one part apart.
  // oxlint-disable-next-line no-await-in-loop
  for (const name of names) found.set(name, await fetchText(new URL(name, address)));
  return found;
}

/** Everything that is wrong with them. */
export function violations(found: Playlists): string[] {
  const wrong: string[] = [];
  for (const [name, text] of found) {
    const said = [...byHlsParser(text), ...byM3u8Parser(text)];
    if (!text.includes('#EXT-X-STREAM-INF')) said.push(...byRules(text));
    wrong.push(...said.map((problem) => `${name}: ${problem}\n${text}`));
  }
  return [...wrong, ...together(found)];
}

function byHlsParser(text: string): string[] {
  try {
    hls.parse(text);
    return [];
  } catch (error) {
    return [`hls-parser: ${String(error)}`];
  }
}

function byM3u8Parser(text: string): string[] {
  const said: string[] = [];
  const parser = new Parser();
  parser.on('warn', ({ message }) => said.push(`m3u8-parser: ${message}`));
  parser.push(text);
  parser.end();
  return said;
}

interface Segment {
  number: number;
  duration: number;
  gap: boolean;
  discontinuity: boolean;
  wall: string | undefined;
  parts: number[];
}

function empty(): Omit<Segment, 'number'> {
  return { duration: 0, gap: false, discontinuity: false, wall: undefined, parts: [] };
}

interface Read {
  segments: Segment[];
  /** Parts of the segment that is not whole. */
  open: number[];
  hint: string | undefined;
}

function value(text: string, name: string): number {
  return Number(new RegExp(`${name}[=:](?<value>[0-9.]+)`).exec(text)?.groups?.['value'] ?? Number.NaN);
}

function read(text: string): Read {
  const segments: Segment[] = [];
  let number = value(text, '#EXT-X-MEDIA-SEQUENCE');
  let next = empty();
  let hint: string | undefined;
  for (const line of text.split('\n')) {
    if (line === '#EXT-X-GAP') next.gap = true;
    else if (line.startsWith('#EXT-X-SKIP:')) number += value(line, 'SKIPPED-SEGMENTS');
    else if (line === '#EXT-X-DISCONTINUITY') next.discontinuity = true;
    else if (line.startsWith('#EXT-X-PROGRAM-DATE-TIME:')) next.wall = line.slice(25);
    else if (line.startsWith('#EXT-X-PART:')) next.parts.push(value(line, 'DURATION'));
    else if (line.startsWith('#EXTINF:')) next.duration = value(line, '#EXTINF');
    else if (line.startsWith('#EXT-X-PRELOAD-HINT:')) hint = /URI="(?<uri>[^"]+)"/.exec(line)?.groups?.['uri'];
    else if (line !== '' && !line.startsWith('#')) {
      segments.push({ ...next, number });
      number += 1;
      next = empty();
    }
  }
  return { segments, open: next.parts, hint };
}

/** Whether it lists text to read along. */
const isCaptions = (text: string): boolean => text.includes('.vtt');

/** draft-pantos-hls-rfc8216bis, by its sections. */
function byRules(text: string): string[] {
  const wrong: string[] = [];
  const rule = (kept: boolean, words: string) => {
    if (!kept) wrong.push(words);
  };
  const { segments, open, hint } = read(text);
  const target = value(text, '#EXT-X-TARGETDURATION');
  rule(
    segments.every(({ duration }) => Math.round(duration) <= target),
    '4.4.3.1: a segment is longer than the target duration',
  );
  rule(
    segments.every(({ gap }) => gap) || text.includes('#EXT-X-MAP') !== isCaptions(text),
    '4.4.4.5: fragments without a map',
  );
  rule(!isCaptions(text) || text.includes('#EXT-X-PLAYLIST-TYPE:VOD'), '6.2.4: captions have a target of their own');
  rule(segments.length + open.length > 0, 'nothing is listed');
  if (text.includes('#EXT-X-ENDLIST')) {
    rule(!/#EXT-X-(?:PART|PRELOAD-HINT|SERVER-CONTROL|SKIP)\b/.test(text), 'an ended playlist promises more');
    return wrong;
  }
  const partTarget = value(text, 'PART-TARGET');
  rule(value(text, 'PART-HOLD-BACK') >= 2 * partTarget, '4.4.3.8: PART-HOLD-BACK is under two part targets');
  rule(value(text, 'CAN-SKIP-UNTIL') >= 6 * target, '4.4.3.8: CAN-SKIP-UNTIL is under six target durations');
  rule(text.includes('CAN-BLOCK-RELOAD=YES'), 'B.1: no blocking reload');
  const all = [...segments.map(({ parts }) => parts), open];
  rule(
    all.flat().every((duration) => duration <= partTarget),
    '4.4.4.9: a part is longer than the part target',
  );
  rule(
    all.every((parts) => parts.slice(0, -1).every((duration) => duration >= 0.85 * partTarget)),
    '4.4.3.7: a part in the middle is shorter than 85 % of the part target',
  );
  for (const { number, duration, parts } of segments) {
    const sum = parts.reduce((total, part) => total + part, 0);
    rule(parts.length === 0 || Math.abs(sum - duration) < 0.001, `4.4.4.9: the parts of ${number} are not all of it`);
  }
  const end = [...segments.map(({ duration }) => duration), ...open].reduce((total, one) => total + one, 0);
  let at = 0;
  for (const { number, duration, parts } of segments) {
    at += duration;
    rule(parts.length === 0 || end - at <= 3 * target, `6.2.2: parts of ${number} are listed for too long`);
  }
  const last = segments.at(-1)?.number ?? value(text, '#EXT-X-MEDIA-SEQUENCE') - 1;
  rule(hint === `${last + 1}.${open.length}.m4s`, `4.4.5.3: ${hint} is not the next part`);
  return wrong;
}

/** Renditions have the same segments at the same times, but for captions: 6.2.4. */
function together(found: Playlists): string[] {
  const media = [...found]
    .filter(([name, text]) => name !== 'index.m3u8' && !isCaptions(text))
    .map(([name, text]) => [name, read(text)] as const);
  const source = media.find(([name]) => name.startsWith('v0'))?.[1].segments ?? [];
  const wrong: string[] = [];
  for (const [name, { segments }] of media) {
    for (const segment of segments) {
      const same = source.find(({ number }) => number === segment.number);
      if (same === undefined) continue;
      if (same.discontinuity !== segment.discontinuity) wrong.push(`${name}: ${segment.number} breaks by itself`);
      if (Math.abs(same.duration - segment.duration) > 0.1) wrong.push(`${name}: ${segment.number} has its own length`);
      const apart = Date.parse(same.wall ?? '') - Date.parse(segment.wall ?? '');
      if (Math.abs(apart) > 100) wrong.push(`${name}: ${segment.number} is at another time`);
    }
    if (segments[0]?.number !== source[0]?.number) wrong.push(`${name}: it begins with another number`);
  }
  return wrong;
}
