import { type ExternalId, isReservedSource, MAX_EXTERNAL_IDS, toExternalIds } from "../model/external-id.ts";
import { isObject, isSameJson } from "../model/json.ts";
import type { Resolution } from "../parameter.ts";
import { checkExternalId } from "../parameters/external-ids.ts";
import { refuse } from "../parameters/scalars.ts";
import type { AmendableMember } from "./amendable-members.ts";

/**
 * Checks external ids that a plugin has set, also those of reserved sources. Returns them in their stored
 * form; `undefined` for an empty list.
 * Source: rules/external-ids.md#plugins-and-external-ids.
 */
export const resolveExternalIds = (value: unknown = []): Resolution<readonly ExternalId[] | undefined> => {
  if (!Array.isArray(value)) return refuse("not-acceptable");
  const ids: ExternalId[] = [];
  for (const one of value) {
    const { source, id }: { readonly source?: unknown; readonly id?: unknown } = isObject(one) ? one : {};
    const checked = checkExternalId(source, id);
    if (!("value" in checked)) return { problem: checked.problem };
    ids.push(checked.value);
  }
  const { externalIds } = toExternalIds(ids);
  const own = externalIds?.filter(({ source }) => !isReservedSource(source)) ?? [];
  return own.length > MAX_EXTERNAL_IDS
    ? refuse("too-many", { maximum: MAX_EXTERNAL_IDS })
    : { value: externalIds };
};

/**
 * Returns the external ids without those of reserved sources. Changes of reserved ids are not reported to
 * callers.
 */
const withoutReserved = (value: unknown = []): unknown =>
  Array.isArray(value)
    ? value.filter((one) => !isObject(one) || !isReservedSource(String(one.source)))
    : value;

export const amendExternalIds: AmendableMember = {
  parameters: (value, before) =>
    isSameJson(withoutReserved(value), withoutReserved(before)) ? [] : ["external_ids"],
  resolve: resolveExternalIds,
};
