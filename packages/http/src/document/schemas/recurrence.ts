import type { JsonSchema } from "@kalends/core/interface";
import { address, integer, listOf, object, text, wallClock } from "./schema.ts";

const RECURRENCE_ID: JsonSchema = text("recurrence.recurrence_id", "2031-05-23 20:30:00");

/** Schema of the recurrence of an event. Source: rules/recurrence.md#recurrence-members. */
export const recurrence: JsonSchema = object(
  "recurrence.about",
  {
    series_id: integer("recurrence.series_id", 14, { minimum: 1 }),
    rules: listOf({ type: "string" }, "recurrence.rules"),
    dates: listOf({ type: "string" }, "recurrence.dates"),
    except: listOf({ type: "string" }, "recurrence.except"),
    text: text("recurrence.text", "Every week on Friday"),
  },
  {
    recurrence_id: RECURRENCE_ID,
    trashed: listOf(
      object("recurrence.occurrence", {
        id: integer("recurrence.occurrence.id", 31, { minimum: 1 }),
        recurrence_id: RECURRENCE_ID,
      }),
      "recurrence.trashed",
    ),
  },
);

/** Schema of the next occurrence of a series. Source: rules/recurrence.md#recurrence-members. */
export const nextOccurrence: JsonSchema = {
  ...object("next_occurrence.about", {
    id: integer("recurrence.occurrence.id", 31, { minimum: 1 }),
    recurrence_id: RECURRENCE_ID,
    start_date: wallClock("event.start_date", "2031-05-23 20:30:00"),
    end_date: wallClock("event.end_date", "2031-05-23 23:00:00"),
    utc_start_date: wallClock("event.utc_start_date", "2031-05-23 18:30:00"),
    utc_end_date: wallClock("event.utc_end_date", "2031-05-23 21:00:00"),
    rest_url: address(
      "next_occurrence.rest_url",
      "https://calendar.example/wp-json/tribe/events/v1/events/31",
    ),
  }),
  type: ["object", "null"],
};
