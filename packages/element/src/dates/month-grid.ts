import { addDays, addMonths, type Day, isSameMonth, weekdayOf } from "./day.ts";

/**
 * Returns the first day of the week that contains `day`. `firstDay`: weekday on which weeks begin; 0 is
 * Sunday.
 */
const startOfWeek = (day: Day, firstDay: number): Day => addDays(day, -((weekdayOf(day) - firstDay + 7) % 7));

/**
 * Returns the weeks that contain days of a month, each with seven days. `day`: any day of the month.
 * `firstDay`: weekday on which weeks begin; 0 is Sunday.
 */
export const monthGrid = (day: Day, firstDay: number): readonly (readonly Day[])[] => {
  const first = `${day.slice(0, 8)}01`;
  const next = addMonths(first, 1);
  const weeks: (readonly Day[])[] = [];
  for (
    let start = startOfWeek(first, firstDay);
    start < next && weeks.length < 6;
    start = addDays(start, 7)
  ) {
    weeks.push([0, 1, 2, 3, 4, 5, 6].map((count) => addDays(start, count)));
  }
  return weeks;
};

/**
 * Returns the day that a key press selects in the month grid; `undefined` if the grid does not handle the
 * key.
 */
export const dayAfterKey = (
  day: Day,
  {
    key,
    shiftKey,
    isRightToLeft,
  }: { readonly key: string; readonly shiftKey: boolean; readonly isRightToLeft: boolean },
  firstDay: number,
): Day | undefined => {
  const forward = isRightToLeft ? -1 : 1;
  switch (key) {
    case "ArrowRight":
      return addDays(day, forward);
    case "ArrowLeft":
      return addDays(day, -forward);
    case "ArrowDown":
      return addDays(day, 7);
    case "ArrowUp":
      return addDays(day, -7);
    case "Home":
      return startOfWeek(day, firstDay);
    case "End":
      return addDays(startOfWeek(day, firstDay), 6);
    case "PageDown":
      return addMonths(day, shiftKey ? 12 : 1);
    case "PageUp":
      return addMonths(day, shiftKey ? -12 : -1);
    default:
      return undefined;
  }
};

/**
 * Returns the day that is selected when a month opens: today if the month contains it, else the first day.
 */
export const openingDay = (month: Day, today: Day): Day =>
  isSameMonth(month, today) ? today : `${month.slice(0, 8)}01`;
