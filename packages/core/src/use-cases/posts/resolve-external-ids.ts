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

/** External ids in the body of a request. */
export type SentExternalIds = {
  /** Ids that replace all ids of the record but the reserved ones. */
  readonly external_ids: readonly ExternalId[] | undefined;
};

/**
 * Returns the values of a request with the external id of its path, if any, so that the record has it
 * afterwards. A stored record has it already: see `requirePathExternalId`.
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
 * Throws `rest_invalid_param` for a reserved source that the record does not have, and for too many ids.
 * Source: rules/external-ids.md#external-ids-in-bodies, rules/external-ids.md#reserved-sources.
 */
export const withSentExternalIds = <R extends WithExternalIds>(
  record: R,
  { external_ids: sent }: Partial<SentExternalIds>,
  before: WithExternalIds = {},
): R => {
  if (sent === undefined) return record;
  const at = sent.findIndex((id) => isReservedSource(id.source) && !hasExternalId(before, id));
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
 * looks it up again: see `putByExternalId`.
 */
export const requirePathExternalId = (record: WithExternalIds, externalId: ExternalId | undefined): void => {
  if (externalId !== undefined && !hasExternalId(record, externalId)) throw externalIdTaken();
};
