import type { JsonSchema } from "@kalends/core";
import { address, integer, listOf, object, text, wallClock } from "./schema.ts";

const RECURRENCE_ID: JsonSchema = text(
  "The start that the recurrence set gives, whatever was changed since, on the wall clock of the series; of all-day events the date.",
  "2031-05-23 20:30:00",
);

/** Source: rules/recurrence.md#recurrence-members. */
export const recurrence: JsonSchema = object(
  "When an event takes place again, on its wall clock: only series and occurrences have it.",
  {
    series_id: integer("The id of the series.", 14, { minimum: 1 }),
    rules: listOf(
      { type: "string" },
      "The rules (RRULE of RFC 5545); UNTIL is in UTC, of all-day events a date.",
    ),
    dates: listOf({ type: "string" }, "Further starts, or periods START/END; of all-day events dates."),
    except: listOf({ type: "string" }, "The starts that are left out; of all-day events dates."),
    text: text("The recurrence in words.", "Every week on Friday"),
  },
  {
    recurrence_id: RECURRENCE_ID,
    trashed: listOf(
      object("An occurrence that is in the trash now.", {
        id: integer("The id of the occurrence.", 31, { minimum: 1 }),
        recurrence_id: RECURRENCE_ID,
      }),
      "Only in answers of writes: occurrences with changes of their own that no rule wants any more, at most 20.",
    ),
  },
);

/** Source: rules/recurrence.md#recurrence-members. */
export const nextOccurrence: JsonSchema = {
  ...object("Of a series: the first occurrence that starts now or later, or null when there is none.", {
    id: integer("The id of the occurrence.", 31, { minimum: 1 }),
    recurrence_id: RECURRENCE_ID,
    start_date: wallClock("The start, in the time zone of the event.", "2031-05-23 20:30:00"),
    end_date: wallClock("The end, in the time zone of the event.", "2031-05-23 23:00:00"),
    utc_start_date: wallClock("The start in UTC.", "2031-05-23 18:30:00"),
    utc_end_date: wallClock("The end in UTC.", "2031-05-23 21:00:00"),
    rest_url: address(
      "The address of the occurrence in this interface.",
      "https://calendar.example/wp-json/tribe/events/v1/events/31",
    ),
  }),
  type: ["object", "null"],
};
