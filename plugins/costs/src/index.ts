import type { Plugin } from "@kalends/core/plugin";
import { createCostFilter } from "./cost-filter.ts";
import { createCostRange } from "./cost-range.ts";
import { TEXTS } from "./texts.ts";

/** Events by what they cost. */
export const plugin = (): Plugin => ({
  name: "costs",
  eventFilters: [createCostFilter],
  members: [createCostRange],
  texts: [TEXTS],
});
