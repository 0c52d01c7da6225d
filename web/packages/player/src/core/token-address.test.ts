import { describe, expect, it } from 'vitest';
import { tokenOf, withToken } from './token-address.ts';

describe('the token in a media address', () => {
  it('PLAY-07 is everything between /media/ and the next slash', () => {
    expect(tokenOf('/media/abc.def-1_2/index.m3u8')).toBe('abc.def-1_2');
    expect(tokenOf('https://watch.test/media/abc/v0/12.3.m4s?_HLS_msn=4')).toBe('abc');
    expect(tokenOf('/api/events/1')).toBeNull();
    expect(tokenOf('/other/media/abc/index.m3u8')).toBeNull();
  });

  it('PLAY-07 is replaced in playlists, parts and their queries, and nowhere else', () => {
    expect(withToken('/media/old/v0/12.3.m4s', 'new')).toBe('/media/new/v0/12.3.m4s');
    expect(withToken('https://watch.test/media/old/v0/index.m3u8?_HLS_msn=4&_HLS_part=1', 'new')).toBe(
      'https://watch.test/media/new/v0/index.m3u8?_HLS_msn=4&_HLS_part=1',
    );
    expect(withToken('/media/old/media/old/1.m4s', 'new')).toBe('/media/new/media/old/1.m4s');
    expect(withToken('/prerolls/1.mp4', 'new')).toBe('/prerolls/1.mp4');
    expect(withToken('/media/old/1.m4s', null)).toBe('/media/old/1.m4s');
  });

  it('PLAY-07 may hold signs that mean something in a replacement', () => {
    expect(withToken('/media/old/1.m4s', '$1$&')).toBe('/media/$1$&/1.m4s');
  });
});
