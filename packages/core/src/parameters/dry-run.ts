import type { Parameter, Parameters, ParameterValues } from "../parameter.ts";
import { toBoolean } from "./scalars.ts";

/** Parameter of every write of a record. Source: rules/interface.md#dry-run. */
export const DRY_RUN: Parameters = {
  dry_run: {
    type: "boolean",
    description: "parameter.dry_run",
    default: false,
  } satisfies Parameter<boolean>,
};

/**
 * True if nothing may be stored or fetched. Accepts parsed or raw values. Any raw value other than a clear
 * false counts as true, so that a request with an invalid `dry_run` fetches nothing.
 */
export const isDryRun = ({ dry_run: value = false }: ParameterValues): boolean => toBoolean(value) !== false;
