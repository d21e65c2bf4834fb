import {
  type CalendarEvent,
  freeSlug,
  type HtmlCleaner,
  type Image,
  type Post,
  type PostRepository,
  type Repositories,
  type Store,
  type Term,
} from "@kalends/core";
import { everyRecord } from "../every-record.ts";
import { type AuthorNumbers, createAuthorNumbers } from "./author-numbers.ts";
import { HIGHEST_LISTED_ID } from "./highest-id.ts";
import type { ImportReport } from "./import-report.ts";
import { filesOf, type ListedRecord, readListPages, withEmbedded } from "./list-pages.ts";
import { SourceProblem, type SourceRecord } from "./source-record.ts";
import { createRecordReader, type RecordReader } from "./to-records.ts";

export interface ImportListPagesOptions {
  readonly store: Store;
  readonly htmlCleaner: HtmlCleaner;
  /** Files and folders. */
  readonly places: readonly string[];
  readonly report: ImportReport;
  /** Brings the files of images here, by their addresses; absent: they stay where they are. */
  readonly bringImages?: (addresses: ReadonlySet<string>) => Promise<void>;
  /** Called once with the number of records to come. */
  readonly onTotal?: (total: number) => void;
}

/** Ids of the source -> ours. */
interface Links {
  readonly terms: Map<number, number>;
  readonly venues: Map<number, number>;
  readonly organizers: Map<number, number>;
}

/**
 * Takes list pages of this interface over: terms match by slug, other records by the global id under which an earlier run
 * remembered them, so that a second run changes nothing. Ids and slugs stay when they are free. Each record is a unit of
 * work of its own: what was taken over before an interruption stays. Source: 90-decisions P20, P34.
 */
export const importListPages = async (options: ImportListPagesOptions): Promise<void> => {
  const { store, htmlCleaner, places, report } = options;
  const listed = withEmbedded(readListPages(filesOf(places), report));
  options.onTotal?.(Object.values(listed).reduce((total, records) => total + records.length, 0));
  const reader = createRecordReader(htmlCleaner);
  const known = await knownGlobalIds(store);
  const authors = createAuthorNumbers(await store.accounts.list(), report);
  const links: Links = { terms: new Map(), venues: new Map(), organizers: new Map() };

  const each = async (
    kind: string,
    records: readonly ListedRecord[],
    take: (record: SourceRecord, repositories: Repositories) => Promise<boolean>,
  ): Promise<void> => {
    for (const { file, index, record } of records) {
      try {
        const added = await store.transaction((repositories) => take(record, repositories));
        if (added) report.added(kind);
        else report.unchanged(kind);
      } catch (error) {
        if (!(error instanceof SourceProblem)) throw error;
        report.failed(file, index, error.message);
      }
    }
  };

  await each("categories", parentsFirst(listed.categories), (record, repositories) =>
    takeTerm(reader.term(record, "category"), links, repositories),
  );
  await each("tags", listed.tags, (record, repositories) =>
    takeTerm(reader.term(record, "tag"), links, repositories),
  );
  const takePost = createPostTaker(reader, known, authors);
  await each("venues", listed.venues, (source, repositories) =>
    takePost(repositories.venues, source, reader.venue(source), repositories, links.venues),
  );
  await each("organizers", listed.organizers, (source, repositories) =>
    takePost(repositories.organizers, source, reader.organizer(source), repositories, links.organizers),
  );
  await each("events", listed.events, (source, repositories) =>
    takePost(repositories.events, source, relinked(reader.event(source), links), repositories, new Map()),
  );
  await options.bringImages?.(
    imageAddresses([...listed.venues, ...listed.organizers, ...listed.events], reader),
  );
};

/** Of all images that the records show, those included that an earlier run took over. */
const imageAddresses = (records: readonly ListedRecord[], reader: RecordReader): ReadonlySet<string> => {
  const addresses = new Set<string>();
  for (const { record } of records) {
    try {
      const image = reader.image(record);
      if (image !== undefined) addresses.add(image.url);
    } catch (error) {
      // The record was reported when it was read.
      if (!(error instanceof SourceProblem)) throw error;
    }
  }
  return addresses;
};

/** The event with our ids instead of the source's. */
const relinked = ({ venueId, ...event }: CalendarEvent, links: Links): CalendarEvent => ({
  ...event,
  ...(venueId !== undefined && { venueId: linkTo(links.venues, venueId, "venue") }),
  organizerIds: event.organizerIds.map((id) => linkTo(links.organizers, id, "organizer")),
  categoryIds: event.categoryIds.map((id) => linkTo(links.terms, id, "categories")),
  tagIds: event.tagIds.map((id) => linkTo(links.terms, id, "tags")),
});

const linkTo = (links: ReadonlyMap<number, number>, id: number, member: string): number => {
  const ours = links.get(id);
  if (ours === undefined) throw new SourceProblem(`${member} names ${id}, which could not be taken over`);
  return ours;
};

/** Global id -> our id, of everything imported before. */
const knownGlobalIds = async (store: Store): Promise<Map<string, number>> => {
  const known = new Map<string, number>();
  for (const kind of ["venues", "organizers", "events"] as const) {
    for await (const records of everyRecord<Post>(store[kind])) {
      for (const { id, lineage } of records) for (const globalId of lineage) known.set(globalId, id);
    }
  }
  return known;
};

/** Categories with every parent before its children; those in a circle keep their place. */
const parentsFirst = (records: readonly ListedRecord[]): readonly ListedRecord[] => {
  const byId = new Map(records.map((listed) => [safeId(listed.record, "id"), listed]));
  const ordered = new Set<ListedRecord>();
  for (const listed of records) {
    const chain: ListedRecord[] = [];
    let current: ListedRecord | undefined = listed;
    while (current !== undefined && !ordered.has(current) && !chain.includes(current)) {
      chain.push(current);
      current = byId.get(safeId(current.record, "parent"));
    }
    for (const link of chain.reverse()) ordered.add(link);
  }
  return [...ordered];
};

/** 0 for what is no id; the record's own reading reports it. */
const safeId = (record: SourceRecord, name: string): number => {
  try {
    return record.idOrZero(name);
  } catch {
    return 0;
  }
};

/** Assigns the term of this slug, or adds it; true when it was added. */
const takeTerm = async (source: Term, links: Links, { terms, ids }: Repositories): Promise<boolean> => {
  const known = await terms.findBySlug(source.taxonomy, source.slug);
  if (known !== undefined) {
    links.terms.set(source.id, known.id);
    return false;
  }
  const isFree = source.id <= HIGHEST_LISTED_ID && (await terms.findMany([source.id])).length === 0;
  const id = isFree ? source.id : await ids.next("term");
  await ids.reserve("term", id);
  await terms.save({ ...source, id, parentId: links.terms.get(source.parentId) ?? 0 });
  links.terms.set(source.id, id);
  return true;
};

/** Adds a record unless an earlier run did, and notes its id in `taken`; true when it was added. */
const createPostTaker =
  (reader: RecordReader, known: Map<string, number>, authors: AuthorNumbers) =>
  async <T extends Post, Query>(
    repository: PostRepository<T, Query>,
    source: SourceRecord,
    record: T,
    repositories: Repositories,
    taken: Map<number, number>,
  ): Promise<boolean> => {
    await authors.reserve([record.author], repositories);
    const earlier = record.lineage.map((globalId) => known.get(globalId)).find((id) => id !== undefined);
    if (earlier !== undefined && (await repository.find(earlier)) !== undefined) {
      taken.set(record.id, earlier);
      return false;
    }
    const image = reader.image(source);
    const imageId = image === undefined ? undefined : await takeImage(image, repositories);
    const id = await ownId(record.id, repositories);
    const isTaken = async (slug: string): Promise<boolean> =>
      (await repository.findBySlug(slug)) !== undefined;
    const slug = record.slug === "" ? "" : await freeSlug(record.slug, isTaken);
    await repository.save({ ...record, id, slug, ...(imageId !== undefined && { imageId }) });
    for (const globalId of record.lineage) known.set(globalId, id);
    taken.set(record.id, id);
    authors.tell([record.author]);
    return true;
  };

const takeImage = async (image: Image, repositories: Repositories): Promise<number> => {
  const known = await repositories.images.findByUrl(image.url);
  if (known !== undefined) return known.id;
  const id = await ownId(image.id, repositories);
  await repositories.images.save({ ...image, id });
  return id;
};

/** The source's id when it is free here and not too high, else a new one. */
const ownId = async (id: number, { kindOf, ids }: Repositories): Promise<number> => {
  if (id > HIGHEST_LISTED_ID || (await kindOf(id)) !== undefined) return ids.next("record");
  await ids.reserve("record", id);
  return id;
};
