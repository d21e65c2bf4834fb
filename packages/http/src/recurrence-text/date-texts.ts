import { DAY, millisecondsOf, utcText, type WallClock } from "@kalends/core";
import type { RecurrenceWords } from "./recurrence-words.ts";

const pad = (number: number): string => String(number).padStart(2, "0");

/** Formats a time, such as `9:00`. Includes seconds only if they are not 0. */
export const timeText = (hour: number, minute: number, second: number): string =>
  `${hour}:${pad(minute)}${second === 0 ? "" : `:${pad(second)}`}`;

/** Functions that format local times in one language. */
export interface DateTexts {
  date(wall: WallClock): string;
  time(wall: WallClock): string;
  dateTime(wall: WallClock): string;
  dayBefore(wall: WallClock): WallClock;
}

export const createDateTexts = (words: RecurrenceWords): DateTexts => {
  const date = (wall: WallClock): string =>
    words.date(Number(wall.slice(0, 4)), Number(wall.slice(5, 7)), Number(wall.slice(8, 10)));
  const time = (wall: WallClock): string =>
    words.clock(timeText(Number(wall.slice(11, 13)), Number(wall.slice(14, 16)), Number(wall.slice(17, 19))));
  return {
    date,
    time,
    dateTime: (wall) => words.dateTime(date(wall), time(wall)),
    dayBefore: (wall) => utcText(millisecondsOf(wall) - DAY),
  };
};
