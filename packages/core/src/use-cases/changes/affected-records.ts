import type { CalendarEvent } from "../../model/event.ts";
import type { Post } from "../../model/post.ts";
import type { Taxonomy, Term } from "../../model/term.ts";
import type { OutboxEntry } from "../../ports/outbox.ts";
import type { EventLink } from "../../ports/repositories/post-repository.ts";
import type { Repositories } from "../../ports/store.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";
import type { FeedKind } from "./shown-records.ts";

/** Records of one kind that are affected by an entry. */
export interface Affected {
  /** Key of the list. Lists with the same key contain the same records. */
  readonly by: string;
  readonly kind: FeedKind;
  /**
   * Returns ids above this one, ascending, at most `limit`. Fewer than `limit` means that these are the last.
   */
  after(id: number, limit: number): readonly number[] | Promise<readonly number[]>;
}

interface AffectedRecordsDeps {
  readonly store: Pick<Repositories, "events" | "venues" | "organizers" | "terms">;
  readonly postStatuses: Pick<PostStatuses, "isPublic">;
}

/**
 * Returns the id under which a change is announced. An occurrence is announced as its series.
 * Source: rules/changes.md#series.
 */
const announcedId = (record: Post | CalendarEvent): number =>
  ("occurrence" in record ? record.occurrence?.seriesId : undefined) ?? record.id;

const ascending = (ids: Iterable<number>): readonly number[] => [...ids].sort((one, other) => one - other);

const fixedList = (by: string, kind: FeedKind, ids: readonly number[]): Affected => {
  const sorted = ascending(new Set(ids));
  return {
    by,
    kind,
    after: (id, limit) => sorted.filter((one) => one > id).slice(0, limit),
  };
};

/**
 * Maximum number of records with a removed image. Only records that received the image at the same moment can
 * have it.
 */
const SHOWING = 100;

/**
 * Returns the records whose representation changed with an entry. The record itself comes first, then records
 * that show it, then terms that count it. The number and the subject of the lists follow from the entry
 * alone, so that a cursor can refer to them by index.
 * Source: rules/changes.md#dependents.
 */
export const createAffectedRecords = ({
  store,
  postStatuses,
}: AffectedRecordsDeps): ((entry: OutboxEntry) => readonly Affected[]) => {
  const { events, terms } = store;

  const linkedTo = (link: EventLink): Affected => ({
    by: `linked ${JSON.stringify(link)}`,
    kind: "event",
    after: (id, limit) => events.idsLinkedTo(link, id, limit),
  });

  /** Returns these categories and their descendants, whose addresses contain them. */
  const descendants = (ids: readonly number[]): Affected => ({
    by: `below ${ids}`,
    kind: "category",
    async after(id, limit) {
      const all = ascending(await terms.withDescendants(ids));
      return all.filter((one) => one > id).slice(0, limit);
    },
  });

  const showing = (kind: "event" | "venue" | "organizer", imageId: number): Affected => ({
    by: `showing ${kind} ${imageId}`,
    kind,
    async after(id, limit) {
      const found: readonly (Post | CalendarEvent)[] = await store[`${kind}s`].showing(imageId, SHOWING);
      const ids = ascending(new Set(found.map(announcedId)));
      return ids.filter((one) => one > id).slice(0, limit);
    },
  });

  const isPublicEvent = (event: CalendarEvent | undefined): boolean =>
    event !== undefined && postStatuses.isPublic(event.status);

  /** Returns the terms whose number of events changed. */
  const counted = (entry: OutboxEntry, terms: "categoryIds" | "tagIds"): Affected => {
    // Entries of events contain events.
    const termsOf = (event: CalendarEvent | undefined): ReadonlySet<number> =>
      new Set(event !== undefined && isPublicEvent(event) && !event.hideFromListings ? event[terms] : []);
    const before = termsOf(entry.before as CalendarEvent | undefined);
    const after = termsOf(entry.after as CalendarEvent | undefined);
    const changed = [...before, ...after].filter((id) => before.has(id) !== after.has(id));
    return fixedList(`counted ${changed}`, terms === "categoryIds" ? "category" : "tag", changed);
  };

  /** Returns the terms that occurrences of a series have or had of their own. */
  const ofOccurrences = (termIds: readonly number[], taxonomy: Taxonomy): Affected => ({
    by: `of occurrences ${taxonomy} ${termIds}`,
    kind: taxonomy,
    async after(id, limit) {
      const found = (await terms.findMany(termIds)).filter((term) => term.taxonomy === taxonomy);
      const ids = ascending(found.map((term) => term.id));
      return ids.filter((one) => one > id).slice(0, limit);
    },
  });

  const ofEvent = (entry: OutboxEntry): readonly Affected[] => {
    const { before, after, affected } = entry;
    // Entries of events contain events: one before or after the change, or both.
    const id = announcedId((after ?? before) as CalendarEvent);
    // Terms do not count events that are not public.
    const isCounted = [before, after].some((event) => isPublicEvent(event as CalendarEvent | undefined));
    const counts = [counted(entry, "categoryIds"), counted(entry, "tagIds")];
    const { terms: termIds = [] } = isCounted ? (affected ?? {}) : {};
    return [
      fixedList(`event ${id}`, "event", [id]),
      ...counts,
      ...(termIds.length > 0
        ? (["category", "tag"] as const).map((taxonomy) => ofOccurrences(termIds, taxonomy))
        : []),
    ];
  };

  const own = (entry: OutboxEntry): readonly Affected[] => {
    const { kind, recordId, before, after } = entry;
    if (kind === "image") {
      const isRemoved = after === undefined;
      return isRemoved ? (["event", "venue", "organizer"] as const).map((one) => showing(one, recordId)) : [];
    }
    const itself = fixedList(`${kind} ${recordId}`, kind, [recordId]);
    // A new record appears only in records written together with it or later.
    if (before === undefined || after === undefined) return [itself];
    if (kind === "venue") return [itself, linkedTo({ venueId: recordId })];
    if (kind === "organizer") return [itself, linkedTo({ organizerId: recordId })];
    const [was, is] = [before as Term, after as Term];
    const isMoved = was.slug !== is.slug || was.parentId !== is.parentId;
    return [
      itself,
      linkedTo({ termId: recordId }),
      ...(isMoved && kind === "category" ? [descendants([recordId])] : []),
    ];
  };

  return (entry) => {
    if (entry.kind === "event") return ofEvent(entry);
    const { events: lost = [], terms: moved = [] } = entry.affected ?? {};
    return [
      ...own(entry),
      ...(lost.length > 0 ? [fixedList(`lost ${entry.position}`, "event", lost)] : []),
      // Children of a removed category; representations of events contain their parent.
      ...(moved.length > 0 ? [descendants(moved), ...moved.map((termId) => linkedTo({ termId }))] : []),
    ];
  };
};
