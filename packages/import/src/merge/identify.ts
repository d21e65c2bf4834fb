import { type ImportedList, importedRecords, type Store } from "@kalends/core";
import { readOr, SourceProblem, type SourceRecord } from "../records/source-record.ts";
import { KeptOut } from "../records/to-records.ts";
import type { FoundRecord, Source } from "../source/source.ts";
import { identityAt, identityOf, siteOf } from "./identity.ts";
import { type SeenRecord, type SeenRecords, shortDigest } from "./seen-records.ts";

/** A record by its name within a run. */
export interface Identified {
  readonly identity: string;
  readonly site: string;
  readonly seen: Pick<SeenRecord, "content" | "start">;
  /** Whether it came before, with other values: it has changed meanwhile. */
  readonly isAgain: boolean;
}

/** True for an event whose source says that it has no date, such as one that was never filled in. */
export const lacksDate = (record: Pick<SourceRecord, "value">): boolean =>
  record.value("start_date") === null;

export const NO_DATE = "it has no date at the source";

const MAX_SHOWN = 100;

/** The start, or that in UTC where no other can be read. Throws `KeptOut` without either. */
const startOf = (record: SourceRecord): string => {
  for (const name of ["start_date", "utc_start_date"]) {
    const start = readOr("", () => record.wallClock(name));
    if (start !== "") return start;
  }
  const shown = record.text("start_date").slice(0, MAX_SHOWN);
  throw new KeptOut(`it has no date at the source that can be read: ${shown}`);
};

const LISTED_TWICE = "it is listed twice, with different values: the first is taken";

/** What is stored is up to five times as long, as a character becomes an entity; 16 MiB are the most that a store takes. */
const MOST_CHARACTERS = 2_000_000;

const whole = (record: SourceRecord): string => {
  const text = record.json();
  if (text.length <= MOST_CHARACTERS) return text;
  throw new SourceProblem(`it has more than ${MOST_CHARACTERS} characters`);
};

/** What `SeenRecords` knows a record by. */
export const seenName = (list: ImportedList, identity: string): string => `${list} ${identity}`;

/**
 * Names the records of one source; several events of one id and global id by their starts, too. `undefined`: the record was there
 * before, the same. Throws `KeptOut` for an event without a date, a `SourceProblem` for what cannot be read, has other values than before, or is of another site.
 * Source: rules/choices.md#import-identity, rules/choices.md#import-two-sites.
 */
export const createIdentify = (source: Source, store: Store, seen: SeenRecords) => {
  const memory = importedRecords(store.documents);
  const named = new Map<string, string>();

  /** Two sites in one run may use the same ids for different records. */
  const refuseOtherSite = (list: ImportedList, { record }: FoundRecord): void => {
    const id = record.idOrZero("id");
    const isTerm = list === "categories" || list === "tags";
    const name = readOr("", () => record.text(isTerm ? "slug" : "global_id"));
    // Where the source knows its site, all of it is from there; events are linked to by nothing.
    if (source.site !== "" || id === 0 || name === "" || list === "events") return;
    const key = `${list} ${id}`;
    const known = named.get(key) ?? name;
    named.set(key, known);
    if (known !== name)
      throw new SourceProblem(
        `${list} ${id} is ${known} elsewhere in this import and ${name} here: import each site by itself`,
      );
  };

  /** Whether several events of this id and global id are known. */
  const hasSeveral = async (identity: string): Promise<boolean> => {
    const prefix = identityAt(identity, "");
    const [next] = await memory.readAfter("events", prefix, 1);
    return next?.identity.startsWith(prefix) === true;
  };

  /** One that came with another start under this identity, in this run or before: then this is another event. */
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
    const content = shortDigest(whole(record));
    const before = seen.find(seenName(list, identity));
    if (before !== undefined) {
      if (before.content === content) return undefined;
      // Only one site in its present state is in order to change meanwhile.
      if (source.site === "") throw new SourceProblem(LISTED_TWICE);
    }
    const values = { content, start: shortDigest(start) };
    const isAgain = before !== undefined;
    return { identity, site: siteOf(record, source.site), seen: values, isAgain };
  };
};
