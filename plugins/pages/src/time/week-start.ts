interface WeekAwareLocale extends Intl.Locale {
  getWeekInfo?(): { readonly firstDay: number };
  readonly weekInfo?: { readonly firstDay: number };
}

const MONDAY = 1;

/** The day that weeks begin with where the language is spoken (Unicode CLDR); 0: Sunday. */
export const firstDayOf = (language: string): number => {
  const locale: WeekAwareLocale = new Intl.Locale(language).maximize();
  const { firstDay } = locale.getWeekInfo?.() ?? locale.weekInfo ?? { firstDay: MONDAY };
  return firstDay % 7;
};
