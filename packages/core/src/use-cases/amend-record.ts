import { isEvent } from "../model/event.ts";
import { type ExternalId, toExternalIds } from "../model/external-id.ts";
import { isSameJson, type JsonObject } from "../model/json.ts";
import { without } from "../model/members.ts";
import type { Post, RecordOrigin } from "../model/post.ts";
import type { SiteSettings } from "../model/site.ts";
import type { Coordinates, Venue } from "../model/venue.ts";
import type { ExtensibleKind } from "../plugins/contributions.ts";
import type { Amend, Amendment } from "../plugins/plugin-deps.ts";
import { withOwnData } from "../plugins/record-extensions.ts";
import { postsOf } from "../ports/repositories/posts-of.ts";
import { createTransact, type TransactDeps } from "../unit-of-work/transact.ts";
import { resolveExternalIds } from "../write-hooks/amended-external-ids.ts";
import { withOwnChanges } from "./series/own-changes.ts";
import { reconcileOccurrences } from "./series/reconcile-occurrences.ts";

export interface AmendDeps extends Omit<TransactDeps, "writeHooks" | "policies"> {
  readonly site: Pick<SiteSettings, "dayCutoff" | "recurrenceHorizon">;
}

/** Creates the function `amend`, with which plugins change their own data in records. */
export const createAmend = ({
  store,
  postStatuses,
  domainEvents,
  outboxSwitch,
  participants,
  clock,
  logger,
  slices,
  site,
}: AmendDeps): ((plugin: string) => Amend) => {
  const transact = createTransact({
    store,
    postStatuses,
    domainEvents,
    outboxSwitch,
    participants,
    clock,
    logger,
    slices,
  });
  return (plugin) => (kind, id, change) =>
    transact(
      async (repositories) => {
        const posts = postsOf(kind, repositories);
        const record = await posts.find(id);
        if (record === undefined) return false;
        const amendment = change(record, record.extensions[plugin] ?? {});
        if (amendment === undefined) return false;
        const amended = amend(record, plugin, amendment);
        if (isSameJson(amended, record)) return false;
        const stored = await withOwnChanges(repositories.events, amended);
        if (!(await posts.save(stored))) throw new Error(`The slug of ${kind} ${id} is taken.`);
        if (isEvent(stored) && isEvent(record))
          await reconcileOccurrences(repositories, {
            series: stored,
            before: record,
            now: clock.now(),
            site,
          });
        return true;
      },
      { plugin },
    );
};

type Placed = Post & Pick<Venue, "coordinates">;

const amend = <R extends Placed>(record: R, plugin: string, amendment: Amendment<ExtensibleKind>): R => {
  const data = amendment.data === undefined ? undefined : toJson(amendment.data);
  const isKept = data === undefined || isSameJson(data, record.extensions[plugin] ?? {});
  const withData = isKept ? record : { ...record, extensions: withOwnData(record.extensions, plugin, data) };
  const placed = amendment.origin === undefined ? withData : withOrigin(withData, amendment.origin);
  const amended =
    amendment.externalIds === undefined ? placed : withExternalIds(placed, amendment.externalIds);
  if (!("coordinates" in amendment) || amendment.coordinates === undefined) return amended;
  requireCoordinates(amendment.coordinates as Coordinates | null);
  // The type is safe, because only venues can be amended with coordinates.
  return amendment.coordinates === null
    ? without<Placed, R>(amended, "coordinates")
    : { ...amended, coordinates: amendment.coordinates };
};

const withOrigin = <R extends Post>(record: R, origin: RecordOrigin | null): R => ({
  ...without<Post, R>(record, "origin"),
  ...(origin !== null && { origin }),
});

/**
 * Returns the record with these external ids. Throws for an occurrence, and if the ids are invalid. The check
 * is needed at run time, because plugins may be written in JavaScript.
 */
const withExternalIds = <R extends Post>(record: R, given: readonly ExternalId[]): R => {
  if ("occurrence" in record) throw new Error("Occurrences have no external ids; use the series.");
  const resolved = resolveExternalIds(given);
  if (!("value" in resolved)) throw new Error("External ids must be objects with a valid source and id.");
  const { value = [] } = resolved;
  if (isSameJson(value, record.externalIds ?? [])) return record;
  return { ...without<Post, R>(record, "externalIds"), ...toExternalIds(value) };
};

/**
 * Throws if the coordinates are invalid. The check is needed at run time, because plugins may be written in
 * JavaScript.
 */
const requireCoordinates = (coordinates: Coordinates | null): void => {
  const isWithin = (degrees: unknown, maximum: number): boolean =>
    typeof degrees === "number" && Math.abs(degrees) <= maximum;
  if (coordinates === null || (isWithin(coordinates.lat, 90) && isWithin(coordinates.lng, 180))) return;
  throw new Error("Coordinates must be degrees: lat from -90 to 90, lng from -180 to 180.");
};

/** Returns the data in the form in which a store returns it: as plain JSON. */
const toJson = (data: JsonObject): JsonObject => JSON.parse(JSON.stringify(data)) as JsonObject;
