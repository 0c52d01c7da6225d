/** ISO 3166-1, and Kosovo, which is not in it. */
const CODES = `
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC
CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD
GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH
KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW
MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC
SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY
UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW
`;

export interface Country {
  /** Two letters. */
  readonly code: string;
  readonly name: string;
}

/** All countries, by their names in a language. */
export function countriesIn(locale: string): readonly Country[] {
  const say = countryName(locale);
  return CODES.trim()
    .split(/\s+/)
    .map((code) => ({ code, name: say(code) }))
    .toSorted((one, other) => one.name.localeCompare(other.name, locale));
}

/** Says the name of a country; unknown codes stay. */
export function countryName(locale: string): (code: string) => string {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return (code) => names.of(code) ?? code;
}

/** Small letters without marks: "cote" finds "Côte d’Ivoire". */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The countries whose name or code has the text; those that begin with it come first. */
export function findCountries(countries: readonly Country[], text: string): readonly Country[] {
  const wanted = plain(text.trim());
  if (wanted === '') return [];
  const begins = ({ name, code }: Country) => plain(name).startsWith(wanted) || plain(code) === wanted;
  const found = countries.filter((country) => begins(country) || plain(country.name).includes(wanted));
  return found.toSorted((one, other) => Number(begins(other)) - Number(begins(one)));
}
