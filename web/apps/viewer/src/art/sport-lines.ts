/**
 * Playing fields as line drawings, seen from above, centred on 0,0 and about 280 wide.
 * `half` is the right side and is mirrored; `whole` crosses the middle. The middle line itself is the art's seam.
 */
export interface FieldLines {
  readonly whole: string;
  readonly half: string;
  /** Fields without two sides keep upright instead of leaning with the seam. */
  readonly upright?: boolean;
}

const basketball: FieldLines = {
  whole: 'M-141-75H141V75H-141ZM-18 0a18 18 0 1 0 36 0a18 18 0 1 0-36 0',
  half:
    'M141-24H84V24H141M84-18a18 18 0 0 0 0 36M84-18a18 18 0 0 1 0 36' +
    'M141-66H99A71 71 0 0 0 99 66H141M129-9V9M129 0h-1m-3 0a3 3 0 1 0-6 0a3 3 0 1 0 6 0',
};

const soccer: FieldLines = {
  whole: 'M-141-92H141V92H-141ZM-25 0a25 25 0 1 0 50 0a25 25 0 1 0-50 0M-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0',
  half: 'M141-54H97V54H141M141-25H126V25H141M97-20a25 25 0 0 0 0 40M112 0h-2M141-10h7v20h-7M141-88a4 4 0 0 1-4-4M141 88a4 4 0 0 0-4 4',
};

const football: FieldLines = {
  whole: 'M-144-64H144V64H-144ZM0-22v4M0 18v4',
  half:
    'M120-64V64M12-64V64M24-64V64M36-64V64M48-64V64M60-64V64M72-64V64M84-64V64M96-64V64M108-64V64' +
    'M6-22v4M18-22v4M30-22v4M42-22v4M54-22v4M66-22v4M78-22v4M90-22v4M102-22v4M114-22v4' +
    'M6 18v4M18 18v4M30 18v4M42 18v4M54 18v4M66 18v4M78 18v4M90 18v4M102 18v4M114 18v4M144-9h8M144 9h8',
};

const iceHockey: FieldLines = {
  whole:
    'M-102-61H102A40 40 0 0 1 142-21V21A40 40 0 0 1 102 61H-102A40 40 0 0 1-142 21V-21A40 40 0 0 1-102-61ZM-21 0a21 21 0 1 0 42 0a21 21 0 1 0-42 0',
  half:
    'M35-61V61M126-52V52M126-9a9 9 0 0 0 0 18M126-4h5v8h-5' +
    'M77-31a21 21 0 1 0 42 0a21 21 0 1 0-42 0M77 31a21 21 0 1 0 42 0a21 21 0 1 0-42 0' +
    'M96-31h4M96 31h4M50-31h4M50 31h4',
};

const fieldHockey: FieldLines = {
  whole: 'M-141-85H141V85H-141Z',
  half: 'M70-85V85M141-52A49 49 0 0 0 92-3V3A49 49 0 0 0 141 52M120 0h-3M141-6h7V6h-7',
};

const volleyball: FieldLines = {
  whole: 'M-140-70H140V70H-140ZM0-82V-70M0 70V82',
  half: 'M46-70V70M46-78v4M46 74v4M140-78v4M140 74v4',
};

const baseball: FieldLines = {
  whole:
    'M0 84-122-38A172 172 0 0 1 122-38ZM0 84-44 40 0-4 44 40ZM-62 22A88 88 0 0 1 62 22M-6 40a6 6 0 1 0 12 0a6 6 0 1 0-12 0M-2 40h4' +
    'M-11 84a11 11 0 1 0 22 0a11 11 0 1 0-22 0',
  half: 'M44 36l4 4-4 4-4-4ZM5 80h5v10h-5Z',
  upright: true,
};

const track: FieldLines = {
  whole:
    'M-70-84H70A84 84 0 0 1 70 84H-70A84 84 0 0 1-70-84ZM-70-75H70A75 75 0 0 1 70 75H-70A75 75 0 0 1-70-75Z' +
    'M-70-66H70A66 66 0 0 1 70 66H-70A66 66 0 0 1-70-66ZM-70-57H70A57 57 0 0 1 70 57H-70A57 57 0 0 1-70-57Z' +
    'M-70-48H70A48 48 0 0 1 70 48H-70A48 48 0 0 1-70-48ZM-70-39H70A39 39 0 0 1 70 39H-70A39 39 0 0 1-70-39Z',
  half: 'M70 39V84',
  upright: true,
};

const swimming: FieldLines = {
  whole: 'M-150-84H150V84H-150ZM-150-60H150M-150-36H150M-150-12H150M-150 12H150M-150 36H150M-150 60H150',
  half: 'M128-72H10M128-78v12M128-48H10M128-54v12M128-24H10M128-30v12M128 0H10M128-6v12M128 24H10M128 18v12M128 48H10M128 42v12M128 72H10M128 66v12',
  upright: true,
};

const tennis: FieldLines = {
  whole: 'M-141-65H141V65H-141ZM-141-49H141M-141 49H141M-76 0H76M0-75V-65M0 65V75',
  half: 'M76-49V49M141 0h-5',
};

const lacrosse: FieldLines = {
  whole: 'M-141-76H141V76H-141ZM-3 0h6M0-3v6',
  half: 'M45-76V76M102-9a9 9 0 1 0 18 0M102 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0M108-4h6l4 4-4 4h-6ZM45-50H141M45 50H141',
};

const wrestling: FieldLines = {
  whole:
    'M-88-88H88V88H-88ZM-76 0a76 76 0 1 0 152 0a76 76 0 1 0-152 0M-26 0a26 26 0 1 0 52 0a26 26 0 1 0-52 0M-8-12H8M-8 12H8',
  half: '',
  upright: true,
};

const handball: FieldLines = {
  whole: 'M-140-70H140V70H-140ZM-5-76v6M-5 70v6',
  half: 'M140-52A42 42 0 0 0 98-10V10A42 42 0 0 0 140 52M140-73A63 63 0 0 0 77-10V10A63 63 0 0 0 140 73M109-4v8M112 0h1M140-10h6v20h-6',
};

const anyField: FieldLines = {
  whole:
    'M-34 0a34 34 0 1 0 68 0a34 34 0 1 0-68 0M-64 0a64 64 0 1 0 128 0a64 64 0 1 0-128 0M-96 0a96 96 0 1 0 192 0a96 96 0 1 0-192 0',
  half: '',
};

/** In order: the first pattern that the sport's name or alias holds wins. */
const BY_NAME: readonly (readonly [RegExp, FieldLines])[] = [
  [/basket|netball|баскет/, basketball],
  [/handball|хандбал/, handball],
  [/volley|волей/, volleyball],
  [/field.?hockey|gazon|на трева/, fieldHockey],
  [/hockey|ringe?tte|ringuette|curling|хокей|кърлинг/, iceHockey],
  [/soccer|futbol|^футбол/, soccer],
  [/football|rugby|футбол|ръгби/, football],
  [/baseball|softball|бейзбол|софтбол/, baseball],
  [/lacrosse|лакрос/, lacrosse],
  [/track|athl|cross|running|relay|course|атлетика|крос|бягане/, track],
  [/swim|natation|diving|water|плуване/, swimming],
  [/tennis|badminton|pickle|тенис|бадминтон/, tennis],
  [/wrestl|judo|box|lutte|борба|джудо|бокс/, wrestling],
];

export function fieldLines(sport: string): FieldLines {
  const name = sport.toLowerCase();
  return BY_NAME.find(([pattern]) => pattern.test(name))?.[1] ?? anyField;
}
