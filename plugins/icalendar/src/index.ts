import type { Plugin } from "@kalends/core/plugin";
import { PLUGIN } from "./fields.ts";

/** iCalendar, Atom, RSS and JSON Feed, out and in. */
export const plugin = (): Plugin => ({ name: PLUGIN });
