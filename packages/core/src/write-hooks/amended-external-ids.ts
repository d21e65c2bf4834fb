import {
  type ExternalId,
  ICAL_SOURCE,
  isReservedSource,
  isSameExternalId,
  MAX_EXTERNAL_ID_LENGTH,
  MAX_EXTERNAL_IDS,
  MAX_UID_LENGTH,
  toExternalIds,
} from "../model/external-id.ts";
import { isObject } from "../model/json.ts";
import type { Resolution } from "../parameter.ts";
import { checkText, refuse } from "../parameters/scalars.ts";
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
    const resolved = resolveOne(one);
    if (!("value" in resolved)) return resolved;
    ids.push(resolved.value);
  }
  const { externalIds } = toExternalIds(ids);
  const own = externalIds?.filter(({ source }) => !isReservedSource(source)) ?? [];
  return own.length > MAX_EXTERNAL_IDS
    ? refuse("too-many", { maximum: MAX_EXTERNAL_IDS })
    : { value: externalIds };
};

const resolveOne = (value: unknown): Resolution<ExternalId> => {
  const { source, id }: { readonly source?: unknown; readonly id?: unknown } = isObject(value) ? value : {};
  if (typeof source !== "string" || !/^[a-z0-9._-]{1,64}$/.test(source)) return refuse("not-acceptable");
  const checked = checkText(id, source === ICAL_SOURCE ? MAX_UID_LENGTH : MAX_EXTERNAL_ID_LENGTH);
  if (!("value" in checked)) return checked;
  const isValid = checked.value !== "" && !/\p{Cc}/u.test(checked.value);
  return isValid ? { value: { source, id: checked.value } } : refuse("invalid-text");
};

/** Returns the external ids that callers can see as theirs, so that a change of others is not reported. */
const ownOf = (value: unknown): readonly ExternalId[] => {
  const resolved = resolveExternalIds(value);
  const ids = "value" in resolved ? (resolved.value ?? []) : [];
  return ids.filter(({ source }) => !isReservedSource(source));
};

export const amendExternalIds: AmendableMember = {
  parameters(value, before) {
    const [now, then] = [ownOf(value), ownOf(before)];
    const isKept = now.length === then.length && now.every((id, place) => isSame(id, then[place]));
    return isKept ? [] : ["external_ids"];
  },
  resolve: resolveExternalIds,
};

const isSame = (one: ExternalId, other: ExternalId | undefined): boolean =>
  other !== undefined && isSameExternalId(one, other);
