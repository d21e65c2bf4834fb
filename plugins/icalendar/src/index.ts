import type { Plugin } from "@kalends/core/plugin";

/** iCalendar, Atom, RSS and JSON Feed, out and in. */
export const plugin = (): Plugin => ({ name: "icalendar" });
