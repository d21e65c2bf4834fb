import { definePlugin, type Plugin } from "@kalends/core/plugin";
import { createCostFilter } from "./cost-filter.ts";
import { createCostRange } from "./cost-range.ts";
import { TEXTS } from "./texts.ts";

/** Creates the plugin that adds filtering and sorting of events by cost. */
export const plugin = (): Plugin =>
  definePlugin({
    name: "costs",
    texts: [TEXTS],
    setup: (deps) => ({ eventFilters: [createCostFilter(deps)], members: [createCostRange(deps)] }),
  });
