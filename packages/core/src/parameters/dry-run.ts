import type { Parameter, Parameters, ParameterValues } from "../parameter.ts";
import { refuse } from "./scalars.ts";

/** Of every write of a record. Source: rules/interface.md#dry-run. */
export const DRY_RUN: Parameters = {
  dry_run: {
    type: "boolean",
    description:
      "Whether to answer only what would be (true), with all checks: nothing is stored and no image is fetched; what does not exist yet has no id.",
    default: false,
    resolve: (raw) => (isFlag(raw) ? { value: String(raw) === "true" } : refuse("not-a-boolean")),
  } satisfies Parameter<boolean>,
};

const isFlag = (raw: unknown): boolean => typeof raw === "boolean" || raw === "true" || raw === "false";

/** Whether nothing is to be stored: by the parsed values, or by those that were sent. */
export const isDryRun = ({ dry_run: value }: ParameterValues): boolean => String(value) === "true";
