import { costRange, type PluginDeps, type RecordMembers } from "@kalends/core/plugin";
import { english } from "./texts.ts";

/**
 * Creates the response member `cost_range` of events. It contains the lowest and highest price as numbers,
 * for example for a price slider. It is `null` if `costRange` returns `undefined` for the cost of the event.
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
