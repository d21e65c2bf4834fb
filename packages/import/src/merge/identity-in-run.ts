import { type ImportedList, importedRecords } from "@kalends/core";
import type { Store } from "@kalends/core/storage";
import { readOr, SourceProblem, type SourceRecord } from "../records/source-record.ts";
import { KeptOut } from "../records/to-records.ts";
import type { FoundRecord, Source } from "../source/source.ts";
import { identityAt, identityOf, siteOf } from "./identity.ts";
import { type SeenRecord, type SeenRecords, shortDigest } from "./seen-records.ts";

/** A source record and the identity by which the import recognizes it. */
export interface Identified {
  readonly identity: string;
  readonly site: string;
  readonly seen: Pick<SeenRecord, "content" | "start">;
  /**
   * True if this run read the record before with other values, because the record changed at the source
   * during the run.
   */
  readonly isRepeated: boolean;
}

/** True for an event without a start date at the source, such as an unfinished draft. */
export const lacksDate = (record: Pick<SourceRecord, "value">): boolean =>
  record.value("start_date") === null;

export const NO_DATE = "it has no date at the source";

const MAX_SHOWN = 100;

/**
 * Returns the local start of an event, or the UTC start if the local start is missing or unreadable. Throws
 * `KeptOut` if both are unreadable.
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
 * Maximum length of a record as JSON, in UTF-16 code units. The stored text can be up to five times as long,
 * because characters may become HTML entities. Stores accept at most 16 MiB.
 */
const MAX_CHARACTERS = 2_000_000;

const checkedJson = (record: SourceRecord): string => {
  const text = record.json();
  if (text.length <= MAX_CHARACTERS) return text;
  throw new SourceProblem(`it has more than ${MAX_CHARACTERS} characters`);
};

/** Returns the key under which `SeenRecords` stores a record. */
export const seenName = (list: ImportedList, identity: string): string => `${list} ${identity}`;

/**
 * Creates a function that determines the identity of each record of a source. Events that share an id and a
 * global id are distinguished by their starts. The function returns `undefined` for an unchanged record that
 * this run read before. It throws `KeptOut` for an event without a readable date. It throws a `SourceProblem`
 * for an unreadable record, and for a record whose id another record of the list had under another name
 * (`refuseOtherSite`). For a record that is repeated with other values, it throws a `SourceProblem` too,
 * except if the source has one known site.
 * Source: rules/choices.md#import-identity, rules/choices.md#import-two-sites.
 */
export const createIdentify = (source: Source, store: Store, seen: SeenRecords) => {
  const memory = importedRecords(store.documents);
  const named = new Map<string, string>();

  /**
   * Throws a `SourceProblem` if this run has read a record of the same list with the same id and another name
   * (slug of a term, global id of a venue or organizer). The two records then come from different sites.
   * Checks nothing for events, for records without an id or name, and if the source has one known site.
   */
  const refuseOtherSite = (list: ImportedList, { record }: FoundRecord): void => {
    const id = record.idOrZero("id");
    const isTerm = list === "categories" || list === "tags";
    const name = readOr("", () => record.text(isTerm ? "slug" : "global_id"));
    // If the source has one known site, all its records belong to that site. Events are not checked, because
    // no record refers to events by id.
    if (source.site !== "" || id === 0 || name === "" || list === "events") return;
    const key = `${list} ${id}`;
    const known = named.get(key) ?? name;
    named.set(key, known);
    if (known !== name)
      throw new SourceProblem(
        `${list} ${id} is ${known} elsewhere in this import and ${name} here: import each site separately`,
      );
  };

  /** True if the store has an imported event whose identity is this one with a start (`identityAt`). */
  const hasSeveral = async (identity: string): Promise<boolean> => {
    const prefix = identityAt(identity, "");
    const [next] = await memory.readAfter("events", prefix, 1);
    return next?.identity.startsWith(prefix) === true;
  };

  /**
   * True if this run read an event with this identity and a different start, or an earlier run did and stored
   * several events with this identity. The event is then a different one.
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
      // A source with one known site is a live server, whose records can change during the run. Records of
      // other sources cannot change.
      if (source.site === "") throw new SourceProblem(LISTED_TWICE);
    }
    const values = { content, start: shortDigest(start) };
    const isRepeated = before !== undefined;
    return { identity, site: siteOf(record, source.site), seen: values, isRepeated };
  };
};
