/** Entry point `@kalends/element/internals` for the tests of Kalends. It may change with every version. */
export { createDateTexts, daysOf, lastDayOf } from "./dates/date-texts.ts";
export { addDays, addMonths, isDay } from "./dates/day.ts";
export { dayAfterKey, monthGrid, openingDay } from "./dates/month-grid.ts";
export { firstDayOf, toWeekday } from "./dates/week.ts";
export { isZone, todayIn, wallClockIn, zoneNameAt } from "./dates/zone.ts";
export { type Loaded, load, type Position } from "./loading.ts";
export { ATTRIBUTES, readOptions } from "./options.ts";
export { addressOf, toNamespace, toSafeUrl } from "./source/addresses.ts";
export { type EventReader, readEvent } from "./source/calendar-event.ts";
export { type CalendarSource, createCalendarSource } from "./source/calendar-source.ts";
export { fill, textsOf } from "./texts/languages.ts";
