import type { Importer } from "@kalends/core/plugin";
import { importCalendar } from "./import-calendar.ts";

const BEGIN = /^\s*BEGIN:VCALENDAR/i;

/** Importer for the command `kalends import`. It has the rights that the plugin declares. */
export const IMPORTER: Importer = {
  format: "icalendar",
  description: "Events of iCalendar files and addresses (.ics, webcal:).",
  recognises: ({ place, mediaType, beginning }) =>
    mediaType === "text/calendar" ||
    BEGIN.test(new TextDecoder().decode(beginning)) ||
    /^webcals?:\/\//i.test(place) ||
    /\.(?:ics|ical|icalendar)$/i.test(place),
  hasDryRun: true,
  async run(source, { note }, { own, dryRun }, deps) {
    const context = {
      deps,
      api: deps.calendar.asPlugin(),
      settings: { categoriesAs: "categories", own, dryRun },
    } as const;
    await importCalendar({ ...source, bytes: source.bytes() }, context, ({ outcome, name, uid, reason }) =>
      note(outcome, uid === "" ? "component" : "event", name || uid, reason),
    );
  },
};
