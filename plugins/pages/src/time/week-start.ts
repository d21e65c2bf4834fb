interface WeekAwareLocale extends Intl.Locale {
  getWeekInfo?(): { readonly firstDay: number };
  readonly weekInfo?: { readonly firstDay: number };
}

const MONDAY = 1;

/** Returns the first day of the week in the region of a language, by Unicode CLDR. 0 is Sunday. */
export const firstDayOf = (language: string): number => {
  const locale: WeekAwareLocale = new Intl.Locale(language).maximize();
  const { firstDay } = locale.getWeekInfo?.() ?? locale.weekInfo ?? { firstDay: MONDAY };
  return firstDay % 7;
};
