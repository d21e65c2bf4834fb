import { costRange, type MembersOf, type PluginDeps } from "@kalends/core/plugin";
import { english } from "./texts.ts";

/** `cost_range`: what an event costs in numbers, for those who show a slider. */
export const createCostRange = ({ site: { decimalMark } }: Pick<PluginDeps, "site">): MembersOf<"event"> => ({
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
