import type { Taxonomy } from "@kalends/core";
import {
  type EventQuery,
  type ExternalId,
  externalIdKey,
  isUniqueSource,
  type WithExternalIds,
} from "@kalends/core/storage";
import { collectionOf } from "../database/collections.ts";
import { EXTERNAL_IDS_INDEX } from "../database/indexes.ts";
import { BATCH } from "../transactions/coalesced-reads.ts";
import { lockPredicate } from "../transactions/locks.ts";
import type { Session } from "../transactions/session.ts";
import { every, type Filter, when } from "./clauses.ts";

/** Collection of records with external ids, and the taxonomy for terms. */
export type ExternalIdScope =
  | { readonly collection: "events" | "venues" | "organizers" }
  | { readonly collection: "terms"; readonly taxonomy: Taxonomy };

/** Returns the values by which the external ids of a record are found; an empty object if there are none. */
export const toExternalKeys = ({
  externalIds = [],
}: WithExternalIds): { readonly externalIds?: readonly string[] } =>
  externalIds.length === 0 ? {} : { externalIds: externalIds.map(externalIdKey) };

/** Returns the ids of the records with this external id, ascending. */
export const idsWithExternalId = async (
  session: Session,
  scope: ExternalIdScope,
  externalId: ExternalId,
): Promise<readonly number[]> => {
  const filter: Filter = every([
    { "derived.externalIds": externalIdKey(externalId) },
    ...when("taxonomy" in scope ? scope.taxonomy : undefined, (taxonomy) => ({ taxonomy })),
  ]);
  const found = await session.read(
    (access) =>
      collectionOf(access, scope.collection)
        .find(filter, { ...access.reading, sort: { _id: 1 }, batchSize: BATCH, projection: { _id: 1 } })
        .toArray(),
    EXTERNAL_IDS_INDEX,
  );
  return found.map(({ _id }) => _id);
};

/**
 * Returns the lowest id of a record with this external id. If a transaction finds no record, it may store
 * one, and then conflicts with other transactions that store the same external id. For ids that must be
 * unique, the key causes the conflict; for others, a lock does.
 */
export const findExternalId = async (
  session: Session,
  scope: ExternalIdScope,
  externalId: ExternalId,
): Promise<number | undefined> => {
  const [first] = await idsWithExternalId(session, scope, externalId);
  if (first === undefined && session.inTransaction && !isUniqueSource(externalId.source))
    await session.write((access) =>
      lockPredicate(access, `external/${scope.collection}`, externalIdKey(externalId)),
    );
  return first;
};

/**
 * Returns the query with the ids of the events that have its external id. Lists then find them like events
 * with given ids.
 */
export const withIdsOf = async (session: Session, query: EventQuery): Promise<EventQuery> => {
  const { externalId, ids } = query;
  if (externalId === undefined) return query;
  const found = await idsWithExternalId(session, { collection: "events" }, externalId);
  return { ...query, ids: ids === undefined ? found : ids.filter((id) => found.includes(id)) };
};
