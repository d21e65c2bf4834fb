import { isObject } from "../../model/json.ts";
import type { Parameter, Parameters, Resolution } from "../../parameter.ts";
import { DRY_RUN } from "../../parameters/dry-run.ts";
import { toListEntries } from "../../parameters/lists.ts";
import { refuse, toPositiveInteger } from "../../parameters/scalars.ts";

/** Actions of a bulk request, in the order of the documentation. Source: rules/bulk.md#actions. */
export const BULK_ACTIONS: readonly string[] = [
  ...["publish", "draft", "trash", "restore", "categories", "tags", "venue", "cancel"],
  ...["duplicate", "shift"],
];

/** Maximum number of records of one bulk request. Source: rules/bulk.md#bounds. */
export const MAX_BULK_RECORDS = 100_000;

const SCOPES = ["this", "all"] as const;

const toIds = (raw: unknown): Resolution<readonly number[]> => {
  const entries = toListEntries(raw, MAX_BULK_RECORDS);
  if (!("value" in entries)) return entries;
  const ids = entries.value.map(toPositiveInteger);
  return ids.length > 0 && ids.every((id) => id !== undefined)
    ? { value: ids }
    : refuse("not-positive-integers");
};

const toCount = (raw: unknown): Resolution<number> => {
  const count = raw === 0 || raw === "0" ? 0 : toPositiveInteger(raw);
  return count === undefined ? refuse("not-an-integer") : { value: count };
};

const toObject = (raw: unknown): Resolution<Readonly<Record<string, unknown>>> =>
  isObject(raw) ? { value: raw } : refuse("not-acceptable");

const oneOf =
  (names: readonly string[]) =>
  (raw: unknown): Resolution<string> =>
    typeof raw === "string" && names.includes(raw)
      ? { value: raw }
      : refuse("not-one-of", { names: names.join(", ") });

const ids: Parameter<readonly number[] | undefined> = {
  description: "parameter.bulk.ids",
  documented: {
    ...{ type: "array", items: { type: "integer" }, minItems: 1, maxItems: MAX_BULK_RECORDS },
    example: [14, 15],
  },
  resolve: toIds,
};

/** Parameters of a bulk request. Source: rules/bulk.md#request. */
export const BULK_PARAMETERS: Parameters = {
  action: {
    type: "string",
    required: true,
    description: "parameter.bulk.action",
    documented: { enum: BULK_ACTIONS, example: "publish" },
    resolve: oneOf(BULK_ACTIONS),
  },
  ids,
  filter: {
    description: "parameter.bulk.filter",
    documented: { body: { type: "object", additionalProperties: true } },
    resolve: toObject,
  },
  expected: {
    type: "integer",
    description: "parameter.bulk.expected",
    documented: { minimum: 0 },
    resolve: toCount,
  },
  values: {
    description: "parameter.bulk.values",
    documented: { body: { type: "object", additionalProperties: true } },
    resolve: toObject,
  },
  scope: {
    type: "string",
    description: "parameter.bulk.scope",
    default: "this",
    documented: { enum: SCOPES },
    resolve: oneOf(SCOPES),
  },
  ...DRY_RUN,
};
