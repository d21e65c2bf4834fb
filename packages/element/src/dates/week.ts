/**
 * Regions whose weeks begin on Sunday; `SATURDAY` lists regions whose weeks begin on Saturday. Used in
 * browsers that do not provide the first day of the week. Source: Unicode CLDR 46.
 */
const SUNDAY = new Set(
  "AG AS AU BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW".split(
    " ",
  ),
);
const SATURDAY = new Set("AE AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY".split(" "));

const NAMES = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

interface WeekAwareLocale extends Intl.Locale {
  getWeekInfo?(): { readonly firstDay: number };
  readonly weekInfo?: { readonly firstDay: number };
}

/** Returns the first day of the week in the region of a language tag; 0 is Sunday. */
export const firstDayOf = (language: string): number => {
  const locale: WeekAwareLocale = new Intl.Locale(language).maximize();
  const known = locale.getWeekInfo?.() ?? locale.weekInfo;
  if (known !== undefined) return known.firstDay % 7;
  const region = locale.region ?? "";
  return SUNDAY.has(region) ? 0 : SATURDAY.has(region) ? 6 : 1;
};

/**
 * Parses a weekday: an English name such as `monday`, or a number from 0 (Sunday) to 6. Returns `undefined`
 * for any other text.
 */
export const toWeekday = (text: string): number | undefined => {
  const word = text.trim().toLowerCase();
  const index = /^[0-6]$/.test(word) ? Number(word) : NAMES.indexOf(word);
  return index === -1 ? undefined : index;
};
