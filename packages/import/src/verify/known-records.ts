import {
  type ImportedList,
  type ImportedRecord,
  type ImportedRecords,
  isObject,
  type Term,
} from "@kalends/core";
import type { ExternalId } from "@kalends/core/storage";
import { hostOfSite, identityAt, identityOf, isMereReference, siteOf } from "../merge/identity.ts";
import { importIdOf } from "../merge/import-id.ts";
import { readOr, type SourceRecord } from "../records/source-record.ts";
import type { FoundRecord } from "../source/source.ts";
import type { KnownRecord } from "./compare-record.ts";
import type { Members } from "./members.ts";

/** Members of events that embed records, each with the list of these records. */
const EMBEDDED: readonly (readonly [member: string, list: ImportedList])[] = [
  ["categories", "categories"],
  ["tags", "tags"],
  ["venue", "venues"],
  ["organizer", "organizers"],
];

/** Maximum number of cached import states. Many events embed the same venues and terms. */
const MAX_KEPT = 10_000;

/**
 * Returns the identities under which the import may have stored a record, most reliable first. Throws a
 * `SourceProblem` for members that cannot be read.
 */
const identitiesOf = (list: ImportedList, found: FoundRecord, site: string): readonly string[] => {
  const identity = identityOf(list, found, site);
  // If several events share an id, all but the first are stored under an identity that includes the start.
  return list === "events" ? [identityAt(identity, found.record.text("start_date")), identity] : [identity];
};

export interface KnownRecordsDeps {
  readonly imported: Pick<ImportedRecords, "find" | "readAfter">;
  /** Returns the local category with this external id. */
  readonly findCategory: (externalId: ExternalId) => Promise<Pick<Term, "id"> | undefined>;
  /** Returns the local user number that is stored for an author of a source site. */
  readonly authorOf: (site: string, author: number) => Promise<number | undefined>;
  /** True if the local record with this identity was erased. */
  readonly isErased: (list: ImportedList, identity: string) => Promise<boolean>;
  readonly site: string;
}

/** Looks up the stored import states of a source record and of the records embedded in it. */
export type FindKnown = (list: ImportedList, found: FoundRecord) => Promise<KnownRecord>;

export const createFindKnown = ({
  imported,
  findCategory,
  authorOf,
  isErased,
  site,
}: KnownRecordsDeps): FindKnown => {
  const kept = new Map<string, ImportedRecord | undefined>();

  const findFirst = async (
    list: ImportedList,
    identities: readonly string[],
  ): Promise<ImportedRecord | undefined> => {
    for (const identity of identities) {
      const found = await imported.find(list, identity);
      if (found !== undefined) return found;
    }
    return undefined;
  };

  const lookUp = async (
    list: ImportedList,
    found: FoundRecord,
    from: string,
  ): Promise<ImportedRecord | undefined> => {
    const identities = readOr([], () => identitiesOf(list, found, from));
    if (list === "events") return findFirst(list, identities);
    const key = JSON.stringify([list, ...identities]);
    if (!kept.has(key)) {
      if (kept.size >= MAX_KEPT) kept.clear();
      kept.set(key, await findFirst(list, identities));
    }
    return kept.get(key);
  };

  /**
   * True if the venue or organizer was erased. Records of other lists cannot be erased.
   * Source: rules/choices.md#erasure-memory.
   */
  const wasErased = async (list: ImportedList, found: FoundRecord): Promise<boolean> => {
    if (list !== "venues" && list !== "organizers") return false;
    const identities = readOr([], () => identitiesOf(list, found, site));
    return (await Promise.all(identities.map((identity) => isErased(list, identity)))).includes(true);
  };

  const authors = new Map<string, number | undefined>();
  const findAuthor = async (from: string, author: number): Promise<number | undefined> => {
    const key = JSON.stringify([from, author]);
    if (authors.size >= MAX_KEPT) authors.clear();
    if (!authors.has(key)) authors.set(key, await authorOf(from, author));
    return authors.get(key);
  };

  /**
   * Returns the local id of a parent category, found by the id that the parent has at the source. Returns
   * `undefined` if no local category has this id.
   */
  const findParent = async (from: string, parent: number): Promise<number | undefined> => {
    const importId = importIdOf({ site: from, sourceId: parent });
    return importId && (await findCategory(importId))?.id;
  };

  const toKnown = async (list: ImportedList, found: FoundRecord, from = site): Promise<KnownRecord> => {
    const { record, place } = found;
    const own = readOr(site, () => siteOf(record, site));
    const embedded: Record<string, readonly KnownRecord[]> = {};
    if (list === "events") {
      for (const [member, of] of EMBEDDED) {
        const records = readOr([], () => record.objects(member));
        embedded[member] = await Promise.all(
          records.map((one) => toKnown(of, { record: one, place }, isMereReference(one) ? own : site)),
        );
      }
    }
    const known = await lookUp(list, found, from);
    const author = readOr(0, () => record.idOrZero("author"));
    const parent = readOr(0, () => record.idOrZero("parent"));
    return {
      list,
      there: membersOf(record),
      known,
      isErased: known === undefined && (await wasErased(list, found)),
      authorId: known && author > 0 ? await findAuthor(hostOfSite(known.site), author) : undefined,
      parentId: parent === 0 ? 0 : await findParent(known?.site ?? site, parent),
      embedded,
      isUndated: found.isUndated === true,
    };
  };
  return (list, found) => toKnown(list, found);
};

const membersOf = (record: SourceRecord): Members => {
  const members: unknown = JSON.parse(record.json());
  return isObject(members) ? members : {};
};

const BATCH = 1000;

/** Yields all stored import states of a list. Reads them in batches. */
export async function* everyImported(
  imported: Pick<ImportedRecords, "readAfter">,
  list: ImportedList,
): AsyncGenerator<ImportedRecord> {
  for (let last = ""; ; ) {
    const batch = await imported.readAfter(list, last, BATCH);
    yield* batch;
    const next = batch.at(-1);
    if (next === undefined || batch.length < BATCH) return;
    last = next.identity;
  }
}
