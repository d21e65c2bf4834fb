import { costRange, type PluginDeps, type RecordMembers } from "@kalends/core/plugin";
import { english } from "./texts.ts";

/**
 * Returns the member `cost_range`: the lowest and highest price of an event as numbers, for example for a
 * slider.
 */
export const createCostRange = ({
  site: { decimalMark },
}: Pick<PluginDeps, "site">): RecordMembers<"event"> => ({
  pure: true,
  record: "event",
  schemas: {
    cost_range: {
      type: ["object", "null"],
      description: english("event.cost_range"),
      properties: { lowest: { type: "number" }, highest: { type: "number" } },
      required: ["lowest", "highest"],
    },
  },
  membersOf: (events) =>
    events.map(({ cost }) => {
      const range = costRange(cost, decimalMark);
      return { cost_range: range === undefined ? null : { ...range } };
    }),
});
