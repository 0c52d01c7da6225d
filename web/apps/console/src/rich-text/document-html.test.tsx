import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALLOWED, allowedContent } from './allowed-html.ts';
import { documentOf, htmlOf } from './document-html.ts';
import { richHtml } from './testing/rich-html.ts';

/** What comes out of the editor; null where it does not open. */
function through(html: string): string | null {
  const node = documentOf(html);
  return node && htmlOf(node);
}

const KEPT = {
  p: '<p>Text &amp; more&nbsp;text</p>',
  h2: '<h2>Tickets</h2>',
  h3: '<h3>Tickets</h3>',
  h4: '<h4>Tickets</h4>',
  br: '<p>One<br>two</p>',
  hr: '<p>One</p><hr><p>Two</p>',
  ul: '<ul><li>One<ul><li>Two</li></ul></li><li><p>Three</p><p>Four</p></li></ul>',
  ol: '<ol><li>One</li><li>Two<blockquote><p>Three</p></blockquote></li></ol>',
  li: '<ul><li></li><li><ul><li>One</li></ul></li></ul>',
  dl: '<dl><dt>Term</dt><dt>Other</dt><dd>Words</dd><dd><p>One</p><p>Two</p></dd></dl>',
  dt: '<dl><dt><strong>Term</strong></dt></dl>',
  dd: '<dl><dd>Words<ul><li>One</li></ul></dd></dl>',
  strong: '<p>A <strong>bold</strong> word</p>',
  em: '<p>A <strong>bold <em>slanted</em></strong> word</p>',
  a: '<p><a href="/faq">Here</a>, <a href="mailto:a@example.org"><strong>there</strong></a></p>',
  blockquote: '<blockquote><h3>Said</h3><p>One</p><ul><li>Two</li></ul></blockquote>',
  table: '<table><tbody><tr><td>One</td><td>Two</td></tr></tbody></table>',
  thead:
    '<table><thead><tr><th>Day</th></tr><tr><th>Hour</th></tr></thead><tbody><tr><td>One</td></tr></tbody></table>',
  tbody: '<table><tbody><tr><th>Not in a head</th></tr><tr><td>One</td></tr></tbody></table>',
  tr: '<table><thead><tr><th>Only</th></tr></thead></table>',
  th: '<table><tbody><tr><th scope="row">Day</th><td>One</td></tr></tbody></table>',
  td: '<table><tbody><tr><td colspan="2">A</td></tr><tr><td>B</td><td><p>C</p><p>D</p></td></tr></tbody></table>',
  caption:
    '<table><caption>Prices &amp; days</caption><tbody><tr><td rowspan="2">A</td><td>B</td></tr><tr><td>C</td></tr></tbody></table>',
  img: '<p><img src="/a.png" alt="A goal" width="640" height="360"> and <img src="https://example.org/b.png" alt=""></p>',
  figure: '<figure><img src="/a.png" alt="A goal" width="640"></figure>',
  figcaption: '<figure><img src="/a.png" alt="A goal"><figcaption>The <em>first</em> goal</figcaption></figure>',
  small: '<p><small>Small</small> print</p>',
  sub: '<p>H<sub>2</sub>O</p>',
  sup: '<p>m<sup>2</sup></p>',
};

describe('allowed HTML in the editor', () => {
  it('OPS-02 every element that the server allows has a case below', () => {
    const same = { b: 'strong', i: 'em' };
    expect(Object.keys({ ...KEPT, ...same }).toSorted()).toEqual([...ALLOWED.keys()].toSorted());
  });

  it.each(Object.entries(KEPT))('OPS-02 an element %s comes out as it went in', (_name, html) => {
    expect(through(html)).toBe(html);
  });

  it.each([
    ['<p>A <b>b</b> <i>i</i></p>', '<p>A <strong>b</strong> <em>i</em></p>'],
    ['<p>  A\n  b </p>\n\n<p>c <br> d</p>', '<p>A b</p><p>c<br>d</p>'],
    ['<p><em><a href="/x">a</a></em><a href="/x">b</a></p>', '<p><a href="/x"><em>a</em>b</a></p>'],
    ['<p><strong></strong>a<a>b</a></p>', '<p>ab</p>'],
    ['Bare <b>words</b><p>a</p>', '<p>Bare <strong>words</strong></p><p>a</p>'],
    ['<ul>\n<li><p>One</p></li>\n</ul>', '<ul><li>One</li></ul>'],
    ['<table><tr><td colspan="1"><p>A</p></td></tr></table>', '<table><tbody><tr><td>A</td></tr></tbody></table>'],
    ['<p><a href="/x" rel="noopener noreferrer">a</a></p>', '<p><a href="/x">a</a></p>'],
    ['<p><img height="2" src="/a.png"></p>', '<p><img src="/a.png" alt="" height="2"></p>'],
    ['<p></p>', ''],
    [' \n ', ''],
  ])('OPS-02 another notation %j becomes ours', (html, ours) => {
    expect(through(html)).toBe(ours);
  });

  it.each([
    ['<p style="color:red" class="x" id="y" onclick="alert(1)">a</p>', '<p>a</p>', ['style', 'class', 'id', 'onclick']],
    ['<script>alert(1)</script><p>a<svg><script>1</script></svg></p>', '<p>a</p>', ['<script>', '<svg>']],
    ['<style>p{}</style><p>a<object data="/x">x</object></p>', '<p>a</p>', ['<style>', '<object>']],
    ['<h1>a</h1><div><p>b</p></div>', '<p>a</p><p>b</p>', ['<h1>', '<div>']],
    ['<p><font>a</font> <u>b</u></p>', '<p>a b</p>', ['<font>', '<u>']],
    ['<p><a href="javascript:alert(1)">a</a></p>', '<p>a</p>', ['href']],
    ['<p><a href=" java\nscript:alert(1)" target="_blank">a</a></p>', '<p>a</p>', ['href', 'target']],
    ['<p>a<img src="data:image/svg+xml,x" onerror="alert(1)"></p>', null, ['src', 'onerror']],
    ['<ol start="3" type="a"><li value="2">a</li></ol>', '<ol><li>a</li></ol>', ['start', 'type', 'value']],
  ])('T28 foreign markup of %j is dropped and named', (html, kept, names) => {
    expect(through(html)).toBe(kept);
    expect(new Set(allowedContent(html).dropped)).toEqual(new Set(names));
  });

  it.each([
    '<figure><table><tbody><tr><td>a</td></tr></tbody></table></figure>',
    '<figure><figcaption>above</figcaption><img src="/a.png" alt="a"></figure>',
    '<figure>words<img src="/a.png" alt="a"></figure>',
    '<table><caption>a <em>b</em></caption><tbody><tr><td>c</td></tr></tbody></table>',
    '<table><tbody><tr><td>a</td></tr></tbody><tbody><tr><td>b</td></tr></tbody></table>',
    '<table><tbody><tr><td>a</td></tr><tr><td>b</td><td>c</td></tr></tbody></table>',
    '<p><a href="faq">relative</a></p>',
    '<p><a href="//example.org">other</a></p>',
    '<p><img src="http://example.org/a.png" alt="a"></p>',
    '<p><small><small>smaller</small></small></p>',
    '<a href="/x"><h2>a</h2></a>',
    '<dl><dt><p>a</p></dt></dl>',
    '<h2><ul><li>a</li></ul></h2>',
    '<li>a</li>',
    '<ul></ul>',
    '<img alt="a">',
  ])('OPS-02 allowed markup %j, which the editor would change, does not open in it', (html) => {
    expect(through(html)).toBeNull();
  });

  it('OPS-02 lines are for people only', () => {
    const html = Object.values(KEPT).join('');
    const node = documentOf(html);
    const lines = node && htmlOf(node, { inLines: true });
    expect(lines?.split('\n').length).toBeGreaterThan(60);
    expect(through(lines ?? '')).toBe(html);
  });

  it('OPS-02 a text of all elements comes out in one way, however it is written', () => {
    fc.assert(
      fc.property(richHtml(), ({ written, tidy }) => {
        expect(through(written)).toBe(tidy);
        expect(through(tidy)).toBe(tidy);
      }),
      { numRuns: 200 },
    );
  });

  it('T28 nothing but allowed markup comes out of any, and it comes out the same again', () => {
    const names = [...ALLOWED.keys(), 'div', 'span', 'script', 'style', 'form', 'svg', 'u'];
    const attribute = fc.constantFrom(
      '',
      ' href="/a"',
      ' href="javascript:alert(1)"',
      ' src="/a.png"',
      ' style="color:red"',
      ' onclick="alert(1)"',
      ' colspan="3"',
    );
    const piece = fc.oneof(
      fc.tuple(fc.constantFrom(...names), attribute).map(([name, text]) => `<${name}${text}>`),
      fc.constantFrom(...names).map((name) => `</${name}>`),
      fc.constantFrom('a', ' ', 'b c', '&amp;', '\n'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const html = through(pieces.join(''));
        if (html === null) return;
        expect(allowedContent(html).dropped).toEqual(new Set());
        expect(html).not.toMatch(/style|onclick|script|form/);
        expect(through(html)).toBe(html);
      }),
      { numRuns: 500 },
    );
  });
});
