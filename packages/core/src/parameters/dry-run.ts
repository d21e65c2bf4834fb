import type { Parameter, Parameters, ParameterValues } from "../parameter.ts";
import { toBoolean } from "./scalars.ts";

/** Of every write of a record. Source: rules/interface.md#dry-run. */
export const DRY_RUN: Parameters = {
  dry_run: {
    type: "boolean",
    description: "parameter.dry_run",
    default: false,
  } satisfies Parameter<boolean>,
};

/**
 * True if nothing may be stored or fetched: by the parsed values, or by those that were sent, of which everything but a clear no counts, so that
 * a request that is refused for its `dry_run` fetches nothing.
 */
export const isDryRun = ({ dry_run: value = false }: ParameterValues): boolean => toBoolean(value) !== false;
