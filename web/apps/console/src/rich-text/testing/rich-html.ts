import * as fc from 'fast-check';

/** The same text twice: as an operator might write it, and as it comes out of the editor. */
export interface RichHtml {
  readonly written: string;
  readonly tidy: string;
}

const MARKS = ['a', 'strong', 'em', 'small', 'sub', 'sup'] as const;
type MarkName = (typeof MARKS)[number];

const gap = fc.constantFrom('', '\n', ' \n  ');
const words = fc
  .array(fc.constantFrom('goal', 'Мач', 'été', '&amp;', '&lt;p&gt;', 'a&nbsp;b', '10:30'), {
    minLength: 1,
    maxLength: 4,
  })
  .chain((all) => gap.map((space) => both(all.join(` ${space}`), all.join(' '))));

function both(written: string, tidy: string): RichHtml {
  return { written, tidy };
}

function joined(parts: readonly RichHtml[], space = ''): RichHtml {
  return both(parts.map(({ written }) => written).join(space), parts.map(({ tidy }) => tidy).join(''));
}

function within(tag: string, content: RichHtml, attributes = ''): RichHtml {
  return both(`<${tag}${attributes}>${content.written}</${tag}>`, `<${tag}${attributes}>${content.tidy}</${tag}>`);
}

function marked(names: readonly MarkName[], isOldStyle: boolean, content: RichHtml): RichHtml {
  const old: Partial<Record<MarkName, string>> = isOldStyle ? { strong: 'b', em: 'i' } : {};
  const attributes = (name: MarkName) => (name === 'a' ? ' href="/faq"' : '');
  const written = names.reduce((html, name) => {
    const tag = old[name] ?? name;
    return `<${tag}${attributes(name)}>${html}</${tag}>`;
  }, content.written);
  // The one that stands first in the list is the outermost.
  const tidy = MARKS.filter((name) => names.includes(name)).reduceRight(
    (html, name) => `<${name}${attributes(name)}>${html}</${name}>`,
    content.tidy,
  );
  return both(written, tidy);
}

const markedWords = fc
  .tuple(fc.shuffledSubarray([...MARKS], { minLength: 1 }), fc.boolean(), words)
  .map(([names, isOldStyle, content]) => marked(names, isOldStyle, content));
const picture = fc.constantFrom(
  both('<img width="4" src="/a.png">', '<img src="/a.png" alt="" width="4">'),
  both('<img src="/b.png" alt="B">', '<img src="/b.png" alt="B">'),
);
const lineBreak = gap.map((space) => both(`${space}<br>${space}`, '<br>'));

/** Marked words stand between plain ones, so that neighbours never share an element. */
const line = fc
  .tuple(words, fc.array(fc.tuple(fc.oneof(markedWords, picture, lineBreak), words), { maxLength: 3 }))
  .map(([first, rest]) => joined([first, ...rest.flat()]));

const heading = fc.tuple(fc.constantFrom('h2', 'h3', 'h4'), line).map(([tag, content]) => within(tag, content));
const paragraph = line.map((content) => within('p', content));
const figure = fc.tuple(picture, fc.option(line)).map(([image, caption]) => {
  return within('figure', joined(caption ? [image, within('figcaption', caption)] : [image], '\n'));
});
const rule = fc.constant(both('<hr>', '<hr>'));

/** A line and what is below it; a paragraph around the line makes no difference. */
function compact(tag: string, below: fc.Arbitrary<readonly RichHtml[]>): fc.Arbitrary<RichHtml> {
  return fc.tuple(line, fc.boolean(), gap, below).map(([first, isWrapped, space, others]) => {
    const own = isWrapped ? both(`<p>${first.written}</p>`, first.tidy) : first;
    return within(tag, joined([own, ...others], space));
  });
}

function several(one: fc.Arbitrary<RichHtml>, maxLength = 3): fc.Arbitrary<RichHtml[]> {
  return fc.array(one, { minLength: 1, maxLength });
}

function listOf(depth: number): fc.Arbitrary<RichHtml> {
  const below = depth > 0 ? fc.array(listOf(depth - 1), { maxLength: 1 }) : fc.constant([]);
  return fc
    .tuple(fc.constantFrom('ul', 'ol'), several(compact('li', below)), gap)
    .map(([tag, items, space]) => within(tag, joined(items, space)));
}

const none = fc.constant<readonly RichHtml[]>([]);
const definitions = fc
  .tuple(
    several(
      fc.oneof(
        line.map((content) => within('dt', content)),
        compact('dd', none),
      ),
      4,
    ),
    gap,
  )
  .map(([parts, space]) => within('dl', joined(parts, space)));

const table = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.boolean(), fc.option(words), gap)
  .chain(([columns, hasHead, caption, space]) => {
    const row = (tag: string) =>
      fc
        .array(compact(tag, none), { minLength: columns, maxLength: columns })
        .map((cells) => within('tr', joined(cells, space)));
    return fc.tuple(row('th'), several(row('td'))).map(([head, rows]) => {
      const parts = [
        ...(caption ? [within('caption', caption)] : []),
        ...(hasHead ? [within('thead', head)] : []),
        within('tbody', joined(rows, space)),
      ];
      return within('table', joined(parts, space));
    });
  });

const plainBlock = fc.oneof(paragraph, heading, listOf(1), figure);
const quote = several(plainBlock).map((blocks) => within('blockquote', joined(blocks, '\n')));

/** Texts of every element that the editor knows. */
export function richHtml(): fc.Arbitrary<RichHtml> {
  const block = fc.oneof(paragraph, heading, listOf(2), quote, table, definitions, figure, rule);
  return fc.tuple(several(block, 5), gap).map(([blocks, space]) => joined(blocks, space));
}
