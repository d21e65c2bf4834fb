import type { JsonSchema } from "@kalends/core/interface";
import { flag, integer, listOf, object, ref, text, wallClock } from "./schema.ts";

/* Schemas of responses that only venues have. */

const busyTime: JsonSchema = object(
  "busy.time",
  {
    start: wallClock("busy.start", "2031-05-16 20:30:00"),
    end: wallClock("busy.end", "2031-05-16 23:00:00"),
    timezone: text("event.timezone", "Europe/Rome"),
  },
  {
    id: integer("busy.id", 14, { minimum: 1 }),
    title: text("busy.title", "Harbour Jazz Night"),
  },
);

/** Schema of the times at which a venue is in use. Source: rules/free-busy.md#busy. */
export const busyTimes: JsonSchema = object(
  "busy.about",
  { busy: listOf(busyTime, "busy.times") },
  { has_more: { ...flag("busy.has_more"), enum: [true] } },
);

/** Schema of two venues that may be the same. Source: rules/venues-organizers.md#venue-duplicates. */
export const duplicateVenues: JsonSchema = object("duplicates.about", {
  venues: { ...listOf(ref("Venue"), "duplicates.venues"), minItems: 2, maxItems: 2 },
  reasons: listOf(
    { type: "string", enum: ["name_and_city", "coordinates", "phone", "website"] },
    "duplicates.reasons",
  ),
});
