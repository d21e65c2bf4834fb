import {
  type EventFilter,
  type EventQuery,
  eventFilter,
  invalidParameter,
  type PluginDeps,
} from "@kalends/core/plugin";
import { english } from "./texts.ts";

interface CostValues {
  readonly min_cost: number | undefined;
  readonly max_cost: number | undefined;
  readonly is_free: boolean | undefined;
  readonly cost_order: "asc" | "desc" | undefined;
}

/** Lower bound for `is_free=false`. It is the smallest positive number, so it excludes free events. */
const SMALLEST_PRICE = Number.MIN_VALUE;

/** Creates the event filter for cost. Its parameters limit events by price and sort them by price. */
export const createCostFilter = ({ site: { decimalMark } }: Pick<PluginDeps, "site">): EventFilter =>
  eventFilter<CostValues>({
    pure: true,
    sorts: ["cost_order"],
    parameters: {
      min_cost: {
        description: english("parameter.min_cost"),
        type: "number",
        documented: { format: "double", minimum: 0, example: 5 },
      },
      max_cost: {
        description: english("parameter.max_cost"),
        type: "number",
        documented: { format: "double", minimum: 0, example: 20 },
      },
      is_free: {
        description: english("parameter.is_free"),
        type: "boolean",
      },
      cost_order: {
        description: english("parameter.cost_order"),
        type: "string",
        documented: { enum: ["asc", "desc"], example: "asc" },
      },
    },
    narrow(query, { min_cost, max_cost, is_free, cost_order }) {
      if (min_cost !== undefined && max_cost !== undefined && min_cost > max_cost)
        throw invalidParameter("max_cost", { reason: "too-low", values: { minimum: min_cost } });
      const from = highest(query.cost?.from, min_cost, is_free === false ? SMALLEST_PRICE : undefined);
      const until = lowest(query.cost?.until, max_cost, is_free === true ? 0 : undefined);
      const cost: NonNullable<EventQuery["cost"]> = {
        decimalMark,
        ...(from !== undefined && { from }),
        ...(until !== undefined && { until }),
      };
      return {
        ...query,
        ...((from ?? until) !== undefined && { cost }),
        ...(cost_order && { order: { by: "cost", decimalMark, descending: cost_order === "desc" } }),
      };
    },
  });

type Bounds = readonly (number | undefined)[];

const isBound = (bound: number | undefined): bound is number => bound !== undefined;

/**
 * `highest` returns the largest of several lower bounds, `lowest` the smallest of several upper bounds.
 * Bounds that are `undefined` are ignored. The result is `undefined` if no bound remains.
 */
const highest = (...bounds: Bounds): number | undefined => bounds.filter(isBound).toSorted(descending)[0];
const lowest = (...bounds: Bounds): number | undefined => bounds.filter(isBound).toSorted(ascending)[0];

const ascending = (one: number, other: number): number => one - other;
const descending = (one: number, other: number): number => other - one;
