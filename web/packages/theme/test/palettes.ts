import { DEFAULT_SETTINGS, type ColorSettings } from '../src/index.ts';

type Six = readonly [
  headerBackground: string,
  headerText: string,
  bodyBackground: string,
  bodyText: string,
  footerBackground: string,
  accent: string | null,
];

const NAMED: Readonly<Record<string, Six>> = {
  'dark: blue': ['#0b0d12', '#f5f7fa', '#0b0d12', '#f5f7fa', '#07080b', '#3d7bff'],
  'dark: black': ['#000000', '#ffffff', '#000000', '#ffffff', '#000000', '#e50914'],
  'dark: black, soft text': ['#000', '#757575', '#000', '#757575', '#000', '#757575'],
  'dark: navy and gold': ['#0a1a3a', '#f2c14e', '#081226', '#e8ecf5', '#050c1a', '#f2c14e'],
  'dark: forest': ['#10261b', '#e8f2ec', '#0c1a13', '#dfeae3', '#08120d', '#36c275'],
  'dark: plum': ['#2a1030', '#f7e9fb', '#1b0b1f', '#efe2f2', '#120715', '#d946ef'],
  'dark: slate': ['#1f2937', '#f9fafb', '#111827', '#e5e7eb', '#0b1220', '#38bdf8'],
  'dark: low contrast': ['#1a1a1a', '#555555', '#1a1a1a', '#858585', '#1a1a1a', '#333333'],
  'light: white': ['#ffffff', '#111318', '#ffffff', '#111318', '#ffffff', '#c8102e'],
  'light: paper': ['#ffffff', '#14171f', '#f5f7fa', '#14171f', '#e9edf2', '#c8102e'],
  'light: cream': ['#fff8e7', '#3b2f1c', '#fffaf0', '#3b2f1c', '#3b2f1c', '#b45309'],
  'light: sky': ['#e0f2fe', '#0c4a6e', '#f0f9ff', '#0c4a6e', '#075985', '#0284c7'],
  'light: grey on white': ['#ffffff', '#999999', '#ffffff', '#999999', '#ffffff', '#cccccc'],
  'light: dark header and footer': ['#14171f', '#ffffff', '#ffffff', '#14171f', '#14171f', null],
  'light: silver': ['#c0c0c0', '#202020', '#d4d4d4', '#202020', '#a9a9a9', '#1d4ed8'],
  'brand: maroon and gold': ['#7a0019', '#ffcc33', '#ffffff', '#222222', '#333333', '#7a0019'],
  'brand: scarlet': ['#ff0000', '#ffffff', '#ffffff', '#000000', '#990000', '#ff0000'],
  'brand: scarlet throughout': ['#ff0000', '#ffffff', '#ff0000', '#ffffff', '#ff0000', '#ff0000'],
  'brand: orange and navy': ['#ff5a00', '#ffffff', '#f7f8fa', '#0a2240', '#0a2240', '#ff5a00'],
  'brand: kelly green': ['#4cbb17', '#ffffff', '#ffffff', '#14361f', '#14361f', '#4cbb17'],
  'brand: royal blue': ['#4169e1', '#ffffff', '#0f1a3d', '#e6ecff', '#0a1230', '#4169e1'],
  'brand: purple and yellow': ['#552583', '#fdb927', '#1c0d2b', '#f7f0ff', '#552583', '#fdb927'],
  'brand: teal': ['#008e97', '#ffffff', '#f2fbfb', '#003b40', '#005f66', '#fc4c02'],
  'brand: pink': ['#ff69b4', '#ffffff', '#fff0f7', '#4a0f2e', '#ff69b4', '#ff1493'],
  'brand: crimson, no accent': ['#a6192e', '#ffffff', '#101114', '#f1f1f1', '#a6192e', null],
  'brand: sky blue': ['#6cabdd', '#ffffff', '#ffffff', '#1c2c5b', '#1c2c5b', '#6cabdd'],
  'awful: mid grey throughout': ['#808080', '#7f7f7f', '#808080', '#7f7f7f', '#808080', '#808080'],
  'awful: mid grey, white text': ['#808080', '#ffffff', '#808080', '#ffffff', '#808080', '#8a8a8a'],
  'awful: mid grey, black text': ['#777777', '#000000', '#777777', '#000000', '#777777', '#777777'],
  'awful: the worst grey': ['#757575', '#757575', '#757575', '#757575', '#757575', '#757575'],
  'awful: yellow on grey': ['#ffff00', '#fffb00', '#888888', '#ffff00', '#888888', '#ffff00'],
  'awful: yellow on white': ['#ffffff', '#ffff00', '#ffffff', '#ffff66', '#ffffff', '#ffff00'],
  'awful: blue on black': ['#000000', '#0000ff', '#000000', '#0000ff', '#000000', '#0000ff'],
  'awful: red on green': ['#00aa00', '#ff0000', '#00aa00', '#ff0000', '#00aa00', '#ff0000'],
  'awful: red on blue': ['#0000ff', '#ff0000', '#0000ff', '#ff0000', '#0000ff', '#ff00ff'],
  'awful: magenta and lime': ['#ff00ff', '#00ff00', '#00ff00', '#ff00ff', '#ff00ff', '#00ffff'],
  'awful: all white': ['#ffffff', '#ffffff', '#ffffff', '#ffffff', '#ffffff', '#ffffff'],
  'awful: all black': ['#000000', '#000000', '#000000', '#000000', '#000000', '#000000'],
  'awful: live red everywhere': ['#d40f2b', '#d40f2b', '#d40f2b', '#d40f2b', '#d40f2b', '#d40f2b'],
  'awful: mustard on olive': ['#808000', '#b5a642', '#6b8e23', '#bdb76b', '#556b2f', '#9acd32'],
  'notations: mixed': [
    'rgb(18, 38, 58)',
    '#FFF',
    'hsl(210 40% 98%)',
    '#1a2b3cff',
    'RGB(10% 20% 30%)',
    'hsl(12deg, 80%, 45%)',
  ],
};

/** Minimal standard generator: the same colours on every run, unrelated to each other. */
function randomColours(seed: number): () => string {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return `#${(state % 0x1000000).toString(16).padStart(6, '0')}`;
  };
}

function settings(six: Six): ColorSettings {
  const [header_background, header_text_color, body_background, body_text_color, footer_background, accent] = six;
  return { header_background, header_text_color, body_background, body_text_color, footer_background, accent };
}

export function palettes(): { name: string; input: ColorSettings }[] {
  const next = randomColours(2_024);
  const random = Array.from({ length: 20 }, (_, index) => ({
    name: `random: ${index + 1}`,
    input: settings([next(), next(), next(), next(), next(), next()]),
  }));
  const named = Object.entries(NAMED).map(([name, six]) => ({ name, input: settings(six) }));
  return [{ name: 'dark: default', input: { ...DEFAULT_SETTINGS } }, ...named, ...random];
}
