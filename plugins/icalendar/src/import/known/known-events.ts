import type { CalendarEvent, Collection, DocumentCollection, PluginDeps } from "@kalends/core/plugin";
import { FIELDS, fieldsOf, provisionalUid } from "../../fields.ts";
import { digestOf } from "../groups/groups.ts";
import { sourceOf } from "../import-fields.ts";

/** Imported UIDs, with the event of each and its subscription. */
export const KNOWN_EVENTS: DocumentCollection = { name: "imported", indexes: ["source"] };

interface Known {
  readonly event: number;
  /** The id of the subscription that it is from; `""`: of none. */
  readonly source: string;
}

/** The events of the calendar by their UIDs. */
export interface KnownEvents {
  /** The event or series with this UID, whatever its status. */
  find(uid: string): Promise<CalendarEvent | undefined>;
  /** The same, but only if an import has noted it under this UID. */
  recall(uid: string): Promise<CalendarEvent | undefined>;
  remember(uid: string, event: number, source: string | undefined): Promise<void>;
  /** Keys of the events of a subscription, and what they have become. */
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
    event !== undefined && event.occurrence === undefined && fieldsOf(event).uid === uid;

  /** The event of a UID that it has not been given yet: those that are older than the plugin. */
  const findProvisional = async (uid: string): Promise<CalendarEvent | undefined> => {
    const id = Number(/^event-(\d{1,15})@/.exec(uid)?.[1] ?? 0);
    // Without a configured address, feeds name the host of each request.
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
      const found = await events.getByField(FIELDS.uid, uid);
      return hasUid(found, uid) ? found : findProvisional(uid);
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

/** Whether it is not for this import to change: events of the calendar itself, and of other subscriptions. */
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
