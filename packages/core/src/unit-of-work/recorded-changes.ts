import type { CalendarEvent } from "../model/event.ts";
import type { Image } from "../model/image.ts";
import type { Post } from "../model/post.ts";
import type { Term, UsedTerm } from "../model/term.ts";
import type { ChangedKind, OutboxChange } from "../ports/outbox.ts";
import type { ImageRepository } from "../ports/repositories/image-repository.ts";
import type { EventLink, EventRepository, PostRepository } from "../ports/repositories/post-repository.ts";
import type { TermRepository } from "../ports/repositories/term-repository.ts";
import { asStored } from "./new-revisions.ts";
import { watchMerges } from "./recorded-merges.ts";
import { watchSingleOccurrences } from "./recorded-occurrences.ts";
import type { UnitOfWork } from "./unit-of-work.ts";

/**
 * Change of one record in a transaction. `before` is absent for a new record, and `after` for a removed one.
 */
export interface RecordedChange extends Pick<OutboxChange, "affected" | "merged"> {
  readonly kind: ChangedKind;
  readonly id: number;
  readonly before?: Post | Term | Image;
  readonly after?: Post | Term | Image;
}

interface Recording {
  /** Unit of work whose repositories record all writes. */
  readonly unit: UnitOfWork;
  /**
   * Returns the changes in the order in which the records were first written. Several writes of one record
   * are one change.
   */
  changes(): readonly RecordedChange[];
  /**
   * Returns the occurrences that were changed individually, at most 20 of them. Their changes are also
   * recorded as changes of their series.
   */
  occurrences(): readonly RecordedChange[];
}

interface RecordingOptions {
  /**
   * True to record other records whose responses change although they are not stored again, such as the
   * events of a removed venue.
   */
  readonly notesAffected: boolean;
  /** True to record changes of single occurrences too. */
  readonly notesOccurrences: boolean;
}

type Affected = NonNullable<OutboxChange["affected"]>;

/** Records in the state before the unit of work. */
interface EarlierRecords<R> {
  note(record: R | undefined): void;
  /** Returns the record as it was before the unit of work, or `undefined` if the unit has created it. */
  before(id: number): Promise<R | undefined>;
}

/** Recorded changes, by kind and id. */
interface Records {
  record(change: RecordedChange): void;
  isChanged(kind: ChangedKind, id: number): boolean;
  /**
   * True if the unit of work has assigned this id with `ids.next`, or has found with `kindOf` that no record
   * has it.
   */
  isNew(id: number, sequence: "record" | "term"): boolean;
  affect(kind: ChangedKind, id: number, affected: Affected): void;
}

/**
 * Returns the unit of work with repositories that record its writes. To record the state before a write, it
 * reads the record first, unless the unit has already read or created it.
 */
export const recordChanges = (
  unit: UnitOfWork,
  { notesAffected, notesOccurrences }: RecordingOptions,
): Recording => {
  const occurrences = new Map<number, RecordedChange>();
  const changes = new Map<string, RecordedChange>();
  const affectedByKey = new Map<string, Affected>();
  const mergedByKey = new Map<string, NonNullable<OutboxChange["merged"]>>();
  const newIds = { record: new Set<number>(), term: new Set<number>() };
  const records: Records = {
    record(change) {
      const key = toKey(change.kind, change.id);
      const { kind, id, after } = change;
      const before = changes.has(key) ? changes.get(key)?.before : change.before;
      changes.set(key, { kind, id, ...(before && { before }), ...(after && { after }) });
    },
    isChanged: (kind, id) => changes.has(toKey(kind, id)),
    isNew: (id, sequence) => newIds[sequence].has(id),
    affect: (kind, id, affected) => void affectedByKey.set(toKey(kind, id), affected),
  };
  const { venues, organizers, terms, images, ids } = unit;
  const events = {
    ...unit.events,
    ...(notesOccurrences && watchSingleOccurrences(unit.events, occurrences)),
  };
  return {
    unit: {
      ...unit,
      events: {
        ...events,
        ...watchPosts("event", events, records),
        ...(notesAffected && { ...watchUnlinking(events, records), ...watchOccurrences(events, records) }),
      },
      venues: { ...venues, ...watchPosts("venue", venues, records) },
      organizers: { ...organizers, ...watchPosts("organizer", organizers, records) },
      terms: { ...terms, ...watchTerms(terms, records, notesAffected ? events : undefined) },
      images: { ...images, ...watchImages(images, records) },
      async kindOf(id) {
        const kind = await unit.kindOf(id);
        // If the unit stores a record under this id, the record is new.
        if (kind === undefined) newIds.record.add(id);
        return kind;
      },
      merges: {
        ...unit.merges,
        ...watchMerges(unit, notesAffected, (kind, id, { affected, merged }) => {
          mergedByKey.set(toKey(kind, id), merged);
          if (affected !== undefined) records.affect(kind, id, affected);
        }),
      },
      ids: {
        ...ids,
        async next(sequence) {
          const id = await ids.next(sequence);
          newIds[sequence].add(id);
          return id;
        },
      },
    },
    occurrences: () => [...occurrences.values()],
    changes: () =>
      [...changes].flatMap(([key, change]) => {
        // The unit has both created and removed the record, so nothing changed.
        if (change.before === undefined && change.after === undefined) return [];
        const affected = affectedByKey.get(key);
        const merged = mergedByKey.get(key);
        const after = change.after && asStored(change.after, unit);
        const added = { ...(after && { after }), ...(affected && { affected }), ...(merged && { merged }) };
        return [{ ...change, ...added }];
      }),
  };
};

const toKey = (kind: ChangedKind, id: number): string => `${kind} ${id}`;

const createEarlierRecords = <R extends { readonly id: number }>(
  read: (id: number) => Promise<R | undefined>,
): EarlierRecords<R> => {
  const known = new Map<number, R>();
  return {
    note(record) {
      if (record !== undefined && !known.has(record.id)) known.set(record.id, record);
    },
    async before(id) {
      const found = known.get(id) ?? (await read(id));
      if (found !== undefined) known.set(id, found);
      return found;
    },
  };
};

const watchPosts = <T extends Post>(
  kind: "event" | "venue" | "organizer",
  posts: PostRepository<T, never>,
  { record, isChanged, isNew }: Records,
): Pick<PostRepository<T, never>, "save" | "find" | "due"> => {
  const past = createEarlierRecords((id) => posts.find(id));
  return {
    async save(post) {
      const { id } = post;
      // If the unit has written the record before, `before` is already recorded.
      const before = isNew(id, "record") || isChanged(kind, id) ? undefined : await past.before(id);
      const isSaved = await posts.save(post);
      if (isSaved) record({ kind, id, ...(before && { before }), after: post });
      return isSaved;
    },
    async find(id) {
      const found = await posts.find(id);
      past.note(found);
      return found;
    },
    async due(nowUtc, limit) {
      const found = await posts.due(nowUtc, limit);
      for (const post of found) past.note(post);
      return found;
    },
  };
};

const NO_LIMIT = Number.MAX_SAFE_INTEGER;

const watchUnlinking = (
  events: EventRepository,
  { affect }: Records,
): Pick<EventRepository, "unlinkVenue" | "unlinkOrganizer"> => {
  const watch = async (kind: "venue" | "organizer", id: number, link: EventLink): Promise<void> => {
    const linked = await events.idsLinkedTo(link, 0, NO_LIMIT);
    if (linked.length > 0) affect(kind, id, { events: linked, terms: [] });
  };
  return {
    async unlinkVenue(venueId) {
      await watch("venue", venueId, { venueId });
      await events.unlinkVenue(venueId);
    },
    async unlinkOrganizer(organizerId) {
      await watch("organizer", organizerId, { organizerId });
      await events.unlinkOrganizer(organizerId);
    },
  };
};

/**
 * Records the terms that occurrences have in their own values, before or after the write. The terms are
 * recorded as affected by the change of the series, because the series itself may not have them.
 */
const watchOccurrences = (
  events: EventRepository,
  { affect }: Records,
): Pick<EventRepository, "saveOccurrences"> => {
  const termsOf = new Map<number, Set<number>>();
  const note = ({ occurrence }: CalendarEvent): void => {
    if (occurrence === undefined) return;
    const { seriesId, changes } = occurrence;
    const ids = [...(changes.categoryIds ?? []), ...(changes.tagIds ?? [])];
    if (ids.length === 0) return;
    const noted = new Set([...(termsOf.get(seriesId) ?? []), ...ids]);
    termsOf.set(seriesId, noted);
    affect("event", seriesId, { events: [], terms: [...noted] });
  };
  return {
    async saveOccurrences(occurrences) {
      const before = await events.findMany(occurrences.map(({ id }) => id));
      for (const occurrence of [...before, ...occurrences]) note(occurrence);
      return events.saveOccurrences(occurrences);
    },
  };
};

/**
 * Records writes of terms. If `events` is given, it also records events that lose a removed term, and
 * children that move to another parent.
 */
const watchTerms = (
  terms: TermRepository,
  { record, isChanged, isNew, affect }: Records,
  events: EventRepository | undefined,
): Pick<TermRepository, "save" | "remove" | "find"> => {
  const past = createEarlierRecords<Term>(async (id) => {
    const [found] = await terms.findMany([id]);
    return found && withoutUsage(found);
  });
  const noteAffected = async ({ id, taxonomy }: Term): Promise<void> => {
    if (events === undefined) return;
    const below = taxonomy === "category" ? await terms.withDescendants([id]) : [];
    const children = (await terms.findMany(below)).filter(({ parentId }) => parentId === id);
    const affected = {
      events: await events.idsLinkedTo({ termId: id }, 0, NO_LIMIT),
      terms: children.map((child) => child.id),
    };
    if (affected.events.length + affected.terms.length > 0) affect(taxonomy, id, affected);
  };
  return {
    async save(term) {
      const { id, taxonomy: kind } = term;
      const before = isNew(id, "term") || isChanged(kind, id) ? undefined : await past.before(id);
      const isSaved = await terms.save(term);
      if (isSaved) record({ kind, id, ...(before && { before }), after: term });
      return isSaved;
    },
    async remove(id) {
      const before = await past.before(id);
      if (before !== undefined) await noteAffected(before);
      const isRemoved = await terms.remove(id);
      if (isRemoved && before) record({ kind: before.taxonomy, id, before });
      return isRemoved;
    },
    async find(taxonomy, id) {
      const found = await terms.find(taxonomy, id);
      past.note(found && withoutUsage(found));
      return found;
    },
  };
};

const watchImages = (
  images: ImageRepository,
  { record, isChanged, isNew }: Records,
): Pick<ImageRepository, "save" | "remove" | "find"> => {
  const past = createEarlierRecords((id) => images.find(id));
  return {
    async save(image) {
      const { id } = image;
      const before = isNew(id, "record") || isChanged("image", id) ? undefined : await past.before(id);
      await images.save(image);
      record({ kind: "image", id, ...(before && { before }), after: image });
    },
    async remove(id) {
      const before = await past.before(id);
      const isRemoved = await images.remove(id);
      if (isRemoved && before) record({ kind: "image", id, before });
      return isRemoved;
    },
    async find(id) {
      const found = await images.find(id);
      past.note(found);
      return found;
    },
  };
};

const withoutUsage = ({ usage: _usage, ...term }: UsedTerm): Term => term;
