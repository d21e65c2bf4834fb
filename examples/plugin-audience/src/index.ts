import type { OptionsSchema, OptionValues, Plugin } from "@kalends/core/plugin";
import { createAudienceField } from "./audience-field.ts";
import { createAudienceFilter } from "./audience-filter.ts";
import { createAudiencesRoute } from "./audiences-route.ts";

const DEFAULT = ["everyone", "adults", "children", "families"];

export const optionsSchema: OptionsSchema = {
  audiences: {
    variable: "KALENDS_AUDIENCES",
    description: "Whom events can be for.",
    type: "list",
    default: DEFAULT,
    check: (value) =>
      Array.isArray(value) && value.length > 0 && value.every((name) => /^[a-z][a-z0-9-]*$/.test(name))
        ? undefined
        : "must be words of lower-case letters, digits and -",
  },
};

/** Creates a plugin for the audiences of events. It adds a field, a filter and a route that counts events. */
export const plugin = ({ audiences }: OptionValues = {}): Plugin => {
  const names = Array.isArray(audiences) ? audiences : DEFAULT;
  return {
    name: "audience",
    requires: { core: ">=0.1.0 <2" },
    setup: (deps) => ({
      fields: [createAudienceField(names)],
      eventFilters: [createAudienceFilter(names)],
      routes: [createAudiencesRoute(names, deps)],
    }),
  };
};
