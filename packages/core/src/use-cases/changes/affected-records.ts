import type { CalendarEvent } from "../../model/event.ts";
import type { Post } from "../../model/post.ts";
import type { Taxonomy, Term } from "../../model/term.ts";
import type { OutboxEntry } from "../../ports/outbox.ts";
import type { EventLink } from "../../ports/repositories/post-repository.ts";
import type { Repositories } from "../../ports/store.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";
import type { FeedKind } from "./shown-records.ts";

/** Records of one kind whose representation changes because of an outbox entry. */
export interface Affected {
  /**
   * Identifier of the list. Lists with the same identifier contain the same records, so they are processed
   * only once.
   */
  readonly by: string;
  readonly kind: FeedKind;
  /**
   * Returns at most `limit` ids greater than `id`, ascending. Fewer ids than `limit` mean that there are no
   * more.
   */
  after(id: number, limit: number): readonly number[] | Promise<readonly number[]>;
  /** Records of the list in their state before a merge removed them, by id. */
  readonly removed?: ReadonlyMap<number, Post | Term>;
}

interface AffectedRecordsDeps {
  readonly store: Pick<Repositories, "events" | "venues" | "organizers" | "terms">;
  readonly postStatuses: Pick<PostStatuses, "isPublic">;
}

/**
 * Returns the id under which the change feed lists a change. A change of an occurrence is listed as a change
 * of its series.
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

/** Number of venues or organizers that are read at once. */
const SHOWING = 100;

/**
 * Creates the function that returns the records whose representation changes because of an outbox entry.
 * The changed record itself comes first, then records that contain it, then terms that count it. The number
 * of lists and the definition of each list depend only on the entry, so a cursor can store the index of a
 * list.
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

  /**
   * Returns the list of these categories and their descendants. The URLs of descendants contain the slugs of
   * these categories.
   */
  const descendants = (ids: readonly number[]): Affected => ({
    by: `below ${ids}`,
    kind: "category",
    async after(id, limit) {
      const all = ascending(await terms.withDescendants(ids));
      return all.filter((one) => one > id).slice(0, limit);
    },
  });

  const showing = (kind: "venue" | "organizer", imageId: number): Affected => ({
    by: `showing ${kind} ${imageId}`,
    kind,
    after: async (id, limit) =>
      (await store[`${kind}s`].showing(imageId, limit, undefined, id)).map((record) => record.id),
  });

  /**
   * Returns the events of the venues or organizers with this image. The representations of these events
   * contain the image.
   */
  const showingLinked = (kind: "venue" | "organizer", imageId: number): Affected => ({
    by: `linked to ${kind} with ${imageId}`,
    kind: "event",
    async after(id, limit) {
      const ids = new Set<number>();
      let last = 0;
      for (;;) {
        const found: readonly Post[] = await store[`${kind}s`].showing(imageId, SHOWING, undefined, last);
        for (const record of found) {
          const link = kind === "venue" ? { venueId: record.id } : { organizerId: record.id };
          for (const one of await events.idsLinkedTo(link, id, limit)) ids.add(one);
          last = record.id;
        }
        if (found.length < SHOWING) return ascending(ids).slice(0, limit);
      }
    },
  });

  /** Returns all records whose representations contain this image. */
  const withImage = (imageId: number): readonly Affected[] => [
    linkedTo({ imageId }),
    ...(["venue", "organizer"] as const).flatMap((kind) => [
      showing(kind, imageId),
      showingLinked(kind, imageId),
    ]),
  ];

  const isPublicEvent = (event: CalendarEvent | undefined): boolean =>
    event !== undefined && postStatuses.isPublic(event.status);

  /** Returns the terms whose number of events changes. */
  const counted = (entry: OutboxEntry, terms: "categoryIds" | "tagIds"): Affected => {
    // The type is safe, because entries for events contain events.
    const termsOf = (event: CalendarEvent | undefined): ReadonlySet<number> =>
      new Set(event !== undefined && isPublicEvent(event) && !event.hideFromListings ? event[terms] : []);
    const before = termsOf(entry.before as CalendarEvent | undefined);
    const after = termsOf(entry.after as CalendarEvent | undefined);
    const changed = [...before, ...after].filter((id) => before.has(id) !== after.has(id));
    return fixedList(`counted ${changed}`, terms === "categoryIds" ? "category" : "tag", changed);
  };

  /**
   * Returns the terms with these ids, which occurrences of a series have in their own values or had before
   * the change.
   */
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
    // The type is safe, because entries for events contain events. At least one of the two is present.
    const id = announcedId((after ?? before) as CalendarEvent);
    // Events that are not public do not count in terms, before or after.
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
    // A new image can appear only in records that are written with it or later; these have entries of their
    // own.
    if (kind === "image") return before === undefined ? [] : withImage(recordId);
    const itself = fixedList(`${kind} ${recordId}`, kind, [recordId]);
    // A new record can appear only in records that are written with it or later; these have entries of their
    // own.
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

  /** Returns the records that were merged into the changed one. */
  const mergedInto = ({ kind, position, merged = [] }: OutboxEntry): readonly Affected[] => {
    if (merged.length === 0 || kind === "image") return [];
    const removed = new Map<number, Post | Term>(merged.map((record) => [record.id, record]));
    return [{ ...fixedList(`merged ${position}`, kind, [...removed.keys()]), removed }];
  };

  return (entry) => {
    if (entry.kind === "event") return ofEvent(entry);
    const { events: lost = [], terms: moved = [] } = entry.affected ?? {};
    return [
      ...own(entry),
      ...mergedInto(entry),
      ...(lost.length > 0 ? [fixedList(`lost ${entry.position}`, "event", lost)] : []),
      // Children of a removed category change too, and so do events, whose representations contain the
      // parents of their categories.
      ...(moved.length > 0 ? [descendants(moved), ...moved.map((termId) => linkedTo({ termId }))] : []),
    ];
  };
};
