import { type ImportedList, importedRecords } from "@kalends/core";
import type { Store } from "@kalends/core/storage";
import { readOr, SourceProblem, type SourceRecord } from "../records/source-record.ts";
import { KeptOut } from "../records/to-records.ts";
import type { FoundRecord, Source } from "../source/source.ts";
import { identityAt, identityOf, siteOf } from "./identity.ts";
import { type SeenRecord, type SeenRecords, shortDigest } from "./seen-records.ts";

/** A record with its identity within a run. */
export interface Identified {
  readonly identity: string;
  readonly site: string;
  readonly seen: Pick<SeenRecord, "content" | "start">;
  /**
   * True if the record was read before in this run, with other values, because the source changed in the
   * meantime.
   */
  readonly isRepeated: boolean;
}

/** True for an event whose source has no date for it, such as an unfinished draft. */
export const lacksDate = (record: Pick<SourceRecord, "value">): boolean =>
  record.value("start_date") === null;

export const NO_DATE = "it has no date at the source";

const MAX_SHOWN = 100;

/**
 * Returns the start, or the UTC start if the local one cannot be read. Throws `KeptOut` if neither can be
 * read.
 */
const startOf = (record: SourceRecord): string => {
  for (const name of ["start_date", "utc_start_date"]) {
    const start = readOr("", () => record.wallClock(name));
    if (start !== "") return start;
  }
  const shown = record.text("start_date").slice(0, MAX_SHOWN);
  throw new KeptOut(`its date at the source cannot be read: ${shown}`);
};

const LISTED_TWICE = "it is listed twice with different values: the first one is imported";

/**
 * Maximum JSON length of a record. Stored text can be up to five times as long, because characters may become
 * entities, and stores accept at most 16 MiB.
 */
const MAX_CHARACTERS = 2_000_000;

const checkedJson = (record: SourceRecord): string => {
  const text = record.json();
  if (text.length <= MAX_CHARACTERS) return text;
  throw new SourceProblem(`it has more than ${MAX_CHARACTERS} characters`);
};

/** Returns the key of a record in `SeenRecords`. */
export const seenName = (list: ImportedList, identity: string): string => `${list} ${identity}`;

/**
 * Creates a function that identifies the records of one source. Several events with the same id and global id
 * are distinguished by their starts. It returns `undefined` for a record that was read before and is
 * unchanged. It throws `KeptOut` for an event without a date. It throws a `SourceProblem` for a record that
 * is unreadable, of another site, or repeated with different values.
 * Source: rules/choices.md#import-identity, rules/choices.md#import-two-sites.
 */
export const createIdentify = (source: Source, store: Store, seen: SeenRecords) => {
  const memory = importedRecords(store.documents);
  const named = new Map<string, string>();

  /** Throws a `SourceProblem` if two sites in one run use the same id for different records. */
  const refuseOtherSite = (list: ImportedList, { record }: FoundRecord): void => {
    const id = record.idOrZero("id");
    const isTerm = list === "categories" || list === "tags";
    const name = readOr("", () => record.text(isTerm ? "slug" : "global_id"));
    // If the source has one known site, all records come from it. Events are not checked, because no record
    // links to them.
    if (source.site !== "" || id === 0 || name === "" || list === "events") return;
    const key = `${list} ${id}`;
    const known = named.get(key) ?? name;
    named.set(key, known);
    if (known !== name)
      throw new SourceProblem(
        `${list} ${id} is ${known} elsewhere in this import and ${name} here: import each site separately`,
      );
  };

  /** True if several events with this id and global id are stored. */
  const hasSeveral = async (identity: string): Promise<boolean> => {
    const prefix = identityAt(identity, "");
    const [next] = await memory.readAfter("events", prefix, 1);
    return next?.identity.startsWith(prefix) === true;
  };

  /**
   * True if an event with this identity had another start, in this run or earlier; it is then a different
   * event.
   */
  const isAnother = async (identity: string, start: string): Promise<boolean> => {
    const before = seen.find(seenName("events", identity));
    if (before !== undefined) return before.start !== shortDigest(start);
    const known = await memory.find("events", identity);
    return known?.start !== undefined && known.start !== start && (await hasSeveral(identity));
  };

  return async (list: ImportedList, found: FoundRecord): Promise<Identified | undefined> => {
    const { record } = found;
    const first = identityOf(list, found, source.site);
    refuseOtherSite(list, found);
    if (list === "events" && lacksDate(record)) throw new KeptOut(NO_DATE);
    const start = list === "events" ? startOf(record) : "";
    const isOther = list === "events" && (await isAnother(first, start));
    const identity = isOther ? identityAt(first, start) : first;
    const content = shortDigest(checkedJson(record));
    const before = seen.find(seenName(list, identity));
    if (before !== undefined) {
      if (before.content === content) return undefined;
      // Only a source with one known site is read live and can change during the run.
      if (source.site === "") throw new SourceProblem(LISTED_TWICE);
    }
    const values = { content, start: shortDigest(start) };
    const isRepeated = before !== undefined;
    return { identity, site: siteOf(record, source.site), seen: values, isRepeated };
  };
};
