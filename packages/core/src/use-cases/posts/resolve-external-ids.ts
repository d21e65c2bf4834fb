import { invalidParameter } from "../../errors.ts";
import {
  type ExternalId,
  externalIdTaken,
  hasExternalId,
  isReservedSource,
  MAX_EXTERNAL_IDS,
  toExternalIds,
  type WithExternalIds,
} from "../../model/external-id.ts";
import { without } from "../../model/members.ts";
import type { ParameterValues } from "../../parameter.ts";
import type { Actor } from "../../rights/actor.ts";

/** External ids in the body of a request. */
export type SentExternalIds = {
  /** Ids that replace all ids of the record but the reserved ones. */
  readonly external_ids: readonly ExternalId[] | undefined;
};

/**
 * Returns the values of a request with the external id of its path, if any, so that the written record has
 * this id. In an update without `external_ids`, the values stay unchanged, because the stored record already
 * has the id: see `requirePathExternalId`.
 */
export const withPathExternalId = (
  values: ParameterValues,
  externalId: ExternalId | undefined,
  write: "create" | "update",
): ParameterValues => {
  // The type is safe, because the parameter has parsed the value.
  const sent = values.external_ids as SentExternalIds["external_ids"];
  if (externalId === undefined || (sent === undefined && write === "update")) return values;
  return { ...values, external_ids: [...(sent ?? []), externalId] };
};

/**
 * Returns the record with the external ids that were sent. `before` is the stored record. Call it inside the
 * transaction that stores the record; the store refuses ids of other records.
 * Throws `rest_invalid_param` for too many ids. Throws the same error for an id of a reserved source that the
 * record does not have. A plugin may send such an id with its own rights.
 * Source: rules/external-ids.md#external-ids-in-bodies, rules/external-ids.md#reserved-sources,
 * rules/external-ids.md#plugins-and-external-ids.
 */
export const withSentExternalIds = <R extends WithExternalIds>(
  record: R,
  { external_ids: sent }: Partial<SentExternalIds>,
  { plugin }: Pick<Actor, "plugin">,
  before: WithExternalIds = {},
): R => {
  if (sent === undefined) return record;
  const isRefused = (id: ExternalId): boolean =>
    plugin === undefined && isReservedSource(id.source) && !hasExternalId(before, id);
  const at = sent.findIndex(isRefused);
  if (at >= 0) throw invalidParameter("external_ids", { reason: "reserved-source", at: `[${at}][source]` });
  const reserved = before.externalIds?.filter(({ source }) => isReservedSource(source)) ?? [];
  const changed = toExternalIds([...sent, ...reserved]);
  const counted = changed.externalIds?.filter(({ source }) => !isReservedSource(source)) ?? [];
  if (counted.length > MAX_EXTERNAL_IDS)
    throw invalidParameter("external_ids", { reason: "too-many", values: { maximum: MAX_EXTERNAL_IDS } });
  return { ...without<WithExternalIds, R>(record, "externalIds"), ...changed };
};

/**
 * Throws `rest_external_id_taken` if the record no longer has the external id of the path. The caller then
 * looks up the external id again: see `putByExternalId`.
 */
export const requirePathExternalId = (record: WithExternalIds, externalId: ExternalId | undefined): void => {
  if (externalId !== undefined && !hasExternalId(record, externalId)) throw externalIdTaken();
};
