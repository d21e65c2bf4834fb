import type { Parameter, Parameters, ParameterValues } from "../parameter.ts";
import { toBoolean } from "./scalars.ts";

/** Parameter `dry_run` of every write of a record. Source: rules/interface.md#dry-run. */
export const DRY_RUN: Parameters = {
  dry_run: {
    type: "boolean",
    description: "parameter.dry_run",
    default: false,
  } satisfies Parameter<boolean>,
};

/**
 * True if the request must neither store nor fetch anything.
 * The value may be parsed or not. Any value that `toBoolean` does not convert to false counts as true, so
 * that a request with an invalid `dry_run` fetches nothing before it is refused.
 */
export const isDryRun = ({ dry_run: value = false }: ParameterValues): boolean => toBoolean(value) !== false;
