import type { Plugin } from "@kalends/core/plugin";
import { createCalendarFormat } from "./feeds/calendar-format.ts";
import { FEED_TEXTS } from "./feeds/texts.ts";
import { PLUGIN } from "./fields.ts";
import type { IcalendarOptions } from "./options.ts";

export { type IcalendarOptions, optionsSchema } from "./options.ts";

/** iCalendar, Atom, RSS and JSON Feed, out and in. */
export const plugin = (options: IcalendarOptions = {}): Plugin => ({
  name: PLUGIN,
  eventFormats: [createCalendarFormat(options)],
  texts: [FEED_TEXTS],
});
