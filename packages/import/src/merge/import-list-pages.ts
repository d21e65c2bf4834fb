import {
  type AccountStore,
  type CalendarEvent,
  freeSlug,
  type HtmlCleaner,
  type Image,
  type Post,
  type PostRepository,
  type Repositories,
  readInBatches,
  type Store,
  type Term,
  toSlug,
} from "@kalends/core";
import { type ListedRecord, readListPages, withEmbedded } from "../list-pages/list-pages.ts";
import { HIGHEST_LISTED_ID } from "../records/record-checks.ts";
import { readOr, SourceProblem, type SourceRecord } from "../records/source-record.ts";
import { createRecordReader, type RecordReader } from "../records/to-records.ts";
import type { ImportReport } from "../report/import-report.ts";
import { createAuthorIds } from "./author-ids.ts";

export interface ImportListPagesOptions {
  readonly store: Store;
  /** Absent where the storage keeps none. */
  readonly accounts: AccountStore | undefined;
  readonly htmlCleaner: HtmlCleaner;
  /** Their paths. */
  readonly files: readonly string[];
  readonly report: ImportReport;
  /** Fetches the files of images, by their addresses; absent: they stay where they are. */
  readonly importImages?: (addresses: ReadonlySet<string>) => Promise<void>;
  /** Called once with the number of records to come. */
  readonly onTotal?: (total: number) => void;
}

/** Ids of the source -> our ids, each with what else identifies the record: a global id, or the slug of a term. */
type IdMap = Map<number, { readonly ours: number; readonly identity: string }>;

type Links = Readonly<Record<"terms" | "venues" | "organizers", IdMap>>;

/**
 * Takes list pages of this interface over: terms match by slug, other records by the global id and the id of the source, which
 * an earlier run remembered, so that a second run changes nothing. Ids and slugs stay when they are free. Each record has a transaction
 * of its own: what was taken over before an interruption stays. Source: rules/choices.md#import-list-pages,
 * rules/choices.md#import-ids.
 */
export const importListPages = async (options: ImportListPagesOptions): Promise<void> => {
  const { store, accounts, htmlCleaner, files, report } = options;
  const listed = withEmbedded(readListPages(files, report));
  options.onTotal?.(Object.values(listed).reduce((total, records) => total + records.length, 0));
  const reader = createRecordReader(htmlCleaner);
  const known = await knownSources(store);
  const authors = createAuthorIds(accounts?.ids, await accounts?.list(), report);
  const links: Links = { terms: new Map(), venues: new Map(), organizers: new Map() };

  const each = async <T extends Post | Term>(
    kind: string,
    records: readonly ListedRecord[],
    read: (source: SourceRecord) => T,
    take: (record: T, repositories: Repositories, source: SourceRecord) => Promise<boolean>,
  ): Promise<void> => {
    const readSources = new Map<string, ListedRecord>();
    for (const listed of records) {
      const { file, index, record } = listed;
      try {
        refuseOtherValues(listed, readSources);
        const ours = read(record);
        const by = "author" in ours ? [ours.author] : [];
        await authors.reserve(by);
        const added = await store.transaction((repositories) => take(ours, repositories, record));
        if (added) authors.note(by);
        report[added ? "added" : "unchanged"](kind);
      } catch (error) {
        if (!(error instanceof SourceProblem)) throw error;
        report.failed(file, index, error.message);
      }
    }
  };

  for (const [taxonomy, kind, terms] of [
    ["category", "categories", parentsFirst(listed.categories)],
    ["tag", "tags", listed.tags],
  ] as const)
    await each(kind, terms, (source) => reader.term(source, taxonomy), importTerm(links.terms));
  const importPost = createPostImport(reader, known);
  await each(
    "venues",
    listed.venues,
    reader.venue,
    importPost(({ venues }) => venues, links.venues),
  );
  await each(
    "organizers",
    listed.organizers,
    reader.organizer,
    importPost(({ organizers }) => organizers, links.organizers),
  );
  await each(
    "events",
    listed.events,
    (source) => relinked(source, reader.event(source), links),
    importPost(({ events }) => events, new Map()),
  );
  const posts = [...listed.venues, ...listed.organizers, ...listed.events];
  const globalIdsOf = ({ record }: ListedRecord): readonly string[] =>
    readOr(["unreadable"], () => [record.text("global_id"), ...record.texts("global_id_lineage")]);
  const unnamed = posts.filter((listed) => globalIdsOf(listed).every((id) => id === "")).length;
  if (unnamed > 0) report.note(`${unnamed} without a global_id: a second import of these adds them again`);
  // Those included that an earlier run took over.
  const images = posts.map(({ record }) => readOr(undefined, () => reader.image(record)?.url));
  await options.importImages?.(new Set(images.filter((url) => url !== undefined)));
};

/** Pages overlap, so that a record may be listed twice; one that is listed with two sets of values is no such case. */
const refuseOtherValues = (listed: ListedRecord, readSources: Map<string, ListedRecord>): void => {
  const { record } = listed;
  const globalId = record.text("global_id");
  const source = sourceKey(globalId, record.id("id"));
  const first = readSources.get(source);
  if (first === undefined) readSources.set(source, listed);
  else if (globalId !== "" && first.record.json() !== record.json()) {
    throw new SourceProblem(
      `global_id and id are those of record ${first.index} of ${first.file}, whose values differ`,
    );
  }
};

/** The event with our ids instead of the source's. */
const relinked = (source: SourceRecord, event: CalendarEvent, links: Links): CalendarEvent => {
  const venue = source.object("venue");
  const terms = (member: string): readonly number[] =>
    source.objects(member).map((term) => linkTo(links.terms, term, member, toSlug(term.text("slug"))));
  const post = (ids: IdMap, linked: SourceRecord, member: string): number =>
    linkTo(ids, linked, member, linked.text("global_id"));
  return {
    ...event,
    ...(venue && { venueId: post(links.venues, venue, "venue") }),
    organizerIds: [
      ...new Set(source.objects("organizer").map((one) => post(links.organizers, one, "organizer"))),
    ],
    categoryIds: terms("categories"),
    tagIds: terms("tags"),
  };
};

const linkTo = (ids: IdMap, linked: SourceRecord, member: string, identity: string): number => {
  const id = linked.id("id");
  const found = ids.get(id);
  if (found === undefined) throw new SourceProblem(`${member} names ${id}, which could not be taken over`);
  requireSame(member, id, found.identity, identity);
  return found.ours;
};

/** Two sites in one run use the same ids for different records. Source: rules/choices.md#import-two-sites. */
const requireSame = (member: string, id: number, known: string, named: string): void => {
  if (known === "" || named === "" || known === named) return;
  throw new SourceProblem(
    `${member} ${id} is ${known} elsewhere in this import and ${named} here: import each site by itself`,
  );
};

const sourceKey = (globalId: string, id: number): string => JSON.stringify([globalId, id]);

/** Global id and id of the source -> our id, of everything imported before. */
const knownSources = async (store: Store): Promise<Map<string, number>> => {
  const known = new Map<string, number>();
  for (const kind of ["venues", "organizers", "events"] as const) {
    for await (const records of readInBatches<Post>(store[kind])) {
      for (const record of records) {
        const source = sourceOf(record);
        if (source !== undefined) known.set(source, record.id);
      }
    }
  }
  return known;
};

/** Undefined for what was not imported. Before ids of sources were kept, they were the ones in the global ids. */
const sourceOf = ({ lineage: [globalId], sourceId }: Post): string | undefined =>
  globalId === undefined
    ? undefined
    : sourceKey(globalId, sourceId ?? Number(/[?&]id=(\d+)/.exec(globalId)?.[1] ?? 0));

/** Categories with every parent before its children; those in a circle keep their place. */
const parentsFirst = (records: readonly ListedRecord[]): readonly ListedRecord[] => {
  const idOf = (record: SourceRecord, name: string): number => readOr(0, () => record.idOrZero(name));
  const byId = new Map(records.map((listed) => [idOf(listed.record, "id"), listed]));
  const ordered = new Set<ListedRecord>();
  for (const listed of records) {
    const chain: ListedRecord[] = [];
    let current: ListedRecord | undefined = listed;
    while (current !== undefined && !ordered.has(current) && !chain.includes(current)) {
      chain.push(current);
      current = byId.get(idOf(current.record, "parent"));
    }
    for (const link of chain.reverse()) ordered.add(link);
  }
  return [...ordered];
};

/** Assigns the term of this slug, or adds it; true when it was added. Source: rules/choices.md#import-terms. */
const importTerm =
  (taken: IdMap) =>
  async (source: Term, { terms, ids }: Repositories): Promise<boolean> => {
    const earlier = taken.get(source.id);
    if (earlier !== undefined) requireSame(source.taxonomy, source.id, earlier.identity, source.slug);
    const known = await terms.findBySlug(source.taxonomy, source.slug);
    if (known !== undefined) {
      taken.set(source.id, { ours: known.id, identity: source.slug });
      return false;
    }
    const isFree = source.id <= HIGHEST_LISTED_ID && (await terms.findMany([source.id])).length === 0;
    const id = isFree ? source.id : await ids.next("term");
    await ids.reserve("term", id);
    await terms.save({ ...source, id, parentId: taken.get(source.parentId)?.ours ?? 0 });
    taken.set(source.id, { ours: id, identity: source.slug });
    return true;
  };

/** Adds a record unless an earlier run did, and notes its id in `taken`; true when it was added. */
const createPostImport =
  (reader: RecordReader, known: Map<string, number>) =>
  <T extends Post, Query>(repositoryOf: (all: Repositories) => PostRepository<T, Query>, taken: IdMap) =>
  async (record: T, repositories: Repositories, source: SourceRecord): Promise<boolean> => {
    const repository = repositoryOf(repositories);
    const [identity = ""] = record.lineage;
    const namesake = taken.get(record.id);
    if (namesake !== undefined) requireSame("id", record.id, namesake.identity, identity);
    const origin = sourceOf(record);
    const earlier = origin === undefined ? undefined : known.get(origin);
    if (earlier !== undefined && (await repository.find(earlier)) !== undefined) {
      taken.set(record.id, { ours: earlier, identity });
      return false;
    }
    const image = reader.image(source);
    const imageId = image === undefined ? undefined : await importImage(image, repositories);
    const id = await ownId(record.id, repositories);
    const isTaken = async (slug: string): Promise<boolean> =>
      (await repository.findBySlug(slug)) !== undefined;
    const slug = record.slug === "" ? "" : await freeSlug(record.slug, isTaken);
    await repository.save({ ...record, id, slug, ...(imageId !== undefined && { imageId }) });
    if (origin !== undefined) known.set(origin, id);
    taken.set(record.id, { ours: id, identity });
    return true;
  };

const importImage = async (image: Image, repositories: Repositories): Promise<number> => {
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
