import {
  type CalendarEvent,
  type Collection,
  type DocumentCollection,
  documentForm,
  type PluginDeps,
} from "@kalends/core/plugin";
import { fieldsOf, isFoundBy, provisionalUid, toExternalId } from "../../fields.ts";
import { digestOf } from "../groups/groups.ts";
import { sourceOf } from "../import-fields.ts";

/** Stored collection of imported UIDs. For each UID it has the event and the subscription. */
export const KNOWN_EVENTS: DocumentCollection = {
  name: "imported",
  indexes: ["source"],
  isWellFormed: documentForm.object({ event: documentForm.integer, source: documentForm.text }),
};

interface Known {
  readonly event: number;
  /** Id of the subscription; empty for imports by users. */
  readonly source: string;
}

/** Access to stored events by UID. */
export interface KnownEvents {
  /** Returns the event or series with this UID, whatever its status. */
  find(uid: string): Promise<CalendarEvent | undefined>;
  /** Like `find`, but returns only an event that an import recorded under this UID. */
  recall(uid: string): Promise<CalendarEvent | undefined>;
  remember(uid: string, event: number, source: string | undefined): Promise<void>;
  /** Yields all events of a subscription, with the keys of their UIDs. */
  ofSource(source: string): AsyncIterable<{ readonly key: string; readonly event: number }>;
  keyOf(uid: string): Promise<string>;
  forget(key: string): Promise<void>;
}

export const createKnownEvents = ({
  calendar,
  collection,
  site,
}: Pick<PluginDeps, "calendar" | "collection" | "site">): KnownEvents => {
  const { events } = calendar.unrestricted;
  const known: Collection<Known> = collection<Known>(KNOWN_EVENTS.name);
  const keyOf = (uid: string): Promise<string> => digestOf(uid);
  const hasUid = (event: CalendarEvent | undefined, uid: string): event is CalendarEvent =>
    event !== undefined &&
    // Events from archives that are older than external ids have only the field `ical_uid`, until the
    // identity job adds the external id.
    (isFoundBy(event, uid) || (event.occurrence === undefined && fieldsOf(event).uid === uid));

  /**
   * Finds an event by its provisional UID, which contains the event id. Events that are older than the plugin
   * have such a UID until the job stores it.
   */
  const findProvisional = async (uid: string): Promise<CalendarEvent | undefined> => {
    const id = Number(/^event-(\d{1,15})@/.exec(uid)?.[1] ?? 0);
    // If the URL of the site is not configured, the host in a provisional UID depends on the request that
    // showed it. Any host is then accepted.
    const isOurs = site.baseUrl === undefined || provisionalUid(id, site.baseUrl) === uid;
    if (id === 0 || !isOurs) return undefined;
    const event = await events.get(id);
    return event !== undefined && fieldsOf(event).uid === undefined ? event : undefined;
  };

  const recall = async (uid: string): Promise<CalendarEvent | undefined> => {
    const document = await known.get(await keyOf(uid));
    const remembered = document && (await events.get(document.event));
    return hasUid(remembered, uid) ? remembered : undefined;
  };

  return {
    keyOf,
    recall,
    async find(uid) {
      const remembered = await recall(uid);
      if (remembered !== undefined) return remembered;
      return (await events.getByExternalId(toExternalId(uid))) ?? findProvisional(uid);
    },
    async remember(uid, event, source = "") {
      const key = await keyOf(uid);
      const before = await known.get(key);
      if (before?.event === event && before.source === source) return;
      await known.change(key, () => ({ event, source }));
    },
    async *ofSource(source) {
      let cursor: string | undefined;
      do {
        const page = await known.list({
          by: "source",
          equals: source,
          limit: 200,
          ...(cursor !== undefined && { cursor }),
        });
        for (const { key, value } of page.items) yield { key, event: value.event };
        cursor = page.cursor;
      } while (cursor !== undefined);
    },
    async forget(key) {
      await known.change(key, () => null);
    },
  };
};

/**
 * True if the subscription `source` must not change the event. This is the case if no subscription imported
 * the event, or if it belongs to another subscription in `sources`. Without `source`, the function returns
 * false.
 */
export const isForeign = (
  event: CalendarEvent,
  {
    source,
    sources,
  }: { readonly source?: string | undefined; readonly sources?: ReadonlySet<string> | undefined },
): boolean => {
  if (source === undefined) return false;
  const owner = sourceOf(event);
  return owner === undefined || (owner !== source && sources?.has(owner) === true);
};
