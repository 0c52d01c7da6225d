import { describe, expect, it } from 'vitest';
import { parseThumbnails, thumbnailAt } from './thumbnails.ts';

const LIST = `WEBVTT

00:00.000 --> 00:10.000
sprite-0.jpg#xywh=0,0,160,90

1
00:00:10.000 --> 00:00:20.000 align:start
sprite-0.jpg#xywh=160,0,160,90

01:00:00.500 --> 01:00:10.000
sprite-1.jpg#xywh=pixel:0,90,160,90
`;
const BASE = 'https://watch.test/media/token/thumbs.vtt';

describe('thumbnails while scrubbing', () => {
  it('PLAY-08 are read with their place in the larger picture', () => {
    const [first, second, third] = parseThumbnails(LIST, BASE);
    expect(first).toEqual({
      from: 0,
      to: 10,
      url: 'https://watch.test/media/token/sprite-0.jpg',
      x: 0,
      y: 0,
      width: 160,
      height: 90,
    });
    expect(second).toMatchObject({ from: 10, x: 160 });
    expect(third).toMatchObject({ from: 3600.5, y: 90, url: 'https://watch.test/media/token/sprite-1.jpg' });
  });

  it('PLAY-08 line ends of another system are fine, and what is no picture is passed over', () => {
    expect(parseThumbnails(LIST.replaceAll('\n', '\r\n'), BASE)).toHaveLength(3);
    expect(parseThumbnails('WEBVTT\n\n00:00.000 --> 00:10.000\nHello', BASE)).toEqual([]);
    expect(parseThumbnails('<html>', BASE)).toEqual([]);
    expect(parseThumbnails('WEBVTT\n\n00:00.000 --> 00:10.000\na.jpg#xywh=0,0,0,90', BASE)).toEqual([]);
  });

  it('PLAY-08 a moment has its own picture or none', () => {
    const list = parseThumbnails(LIST, BASE);
    expect(thumbnailAt(list, 12)?.x).toBe(160);
    expect(thumbnailAt(list, 20.5)?.x).toBe(160);
    expect(thumbnailAt(list, 3000)).toBeUndefined();
    expect(thumbnailAt(list, -1)).toBeUndefined();
  });
});
