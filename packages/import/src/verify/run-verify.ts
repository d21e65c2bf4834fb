import type { HtmlCleaner, ImportedList } from "@kalends/core";
import { LISTS } from "../list-pages/list-pages.ts";
import { sourceIdOf } from "../merge/identity.ts";
import { lacksDate, NO_DATE } from "../merge/identity-in-run.ts";
import { isPlaceholder } from "../records/placeholder.ts";
import { readOr } from "../records/source-record.ts";
import type { ReportEntry } from "../report/report-entry.ts";
import type { FoundRecord, Source } from "../source/source.ts";
import { compareRecord, type KnownRecord } from "./compare-record.ts";
import type { ComparisonContext } from "./expected-difference.ts";
import { createFindKnown, everyImported, type FindKnown, type KnownRecordsDeps } from "./known-records.ts";
import { type Members, membersOf } from "./members.ts";
import { createSample, type Sample } from "./sample.ts";

export interface VerifyDeps extends Omit<KnownRecordsDeps, "site"> {
  readonly source: Source;
  readonly cleaner: HtmlCleaner;
  readonly readOurs: ReadOurs;
}

/**
 * Returns the local record in the form that the API shows to a user with all rights. Returns `in the trash`
 * for a trashed record that no API response shows. Returns `undefined` if no record has this id.
 */
export type ReadOurs = (list: ImportedList, id: number) => Promise<Members | "in the trash" | undefined>;

export interface VerifyOptions {
  /** Current time in UTC, such as `2031-05-16 20:30:00`. */
  readonly now: string;
  /**
   * Size of a random sample, and the seed that determines its choice. If absent, all records are compared.
   */
  readonly sample?: { readonly size: number; readonly seed: number };
  /**
   * Called for each record, with any outcome. Not called again for an equal record that the source repeats.
   */
  readonly onRecord: (entry: ReportEntry) => void;
}

/** A documented reason that explained differences in this run. */
export interface AppliedRule {
  readonly rule: string;
  readonly why: string;
  /** Number of differing members that the reason explained, in all records. */
  readonly times: number;
}

export interface VerifyResult {
  /**
   * Number of records of the source or of the sample, including missing and unreadable ones; `equal` counts
   * the equal ones. Records that are absent here on purpose are not counted.
   */
  readonly records: number;
  readonly equal: number;
  /** Number of images whose files were not copied, so that local records still use the URLs of the source. */
  readonly imagesLeft: number;
  /** Reasons that explained differences, in the order of first use. */
  readonly rules: readonly AppliedRule[];
  /** Sentences about lists whose number of records differs from the one that the source announced. */
  readonly problems: readonly string[];
  /** Other remarks for the operator. */
  readonly notes: readonly string[];
}

/** Maximum number of concurrent comparisons. */
const AT_ONCE = 8;

/**
 * Reads all records of a source and compares each, or only those of the sample, with its local record. The
 * stored import state determines the local record. Rejects with an `ImportError` if the source cannot be
 * read.
 * Source: rules/choices.md#verify-comparison.
 */
export const runVerify = async (
  deps: VerifyDeps,
  { now, sample, onRecord }: VerifyOptions,
): Promise<VerifyResult> => {
  const { source, cleaner } = deps;
  const context: ComparisonContext = { cleaner, now };
  const rules = new Map<string, AppliedRule>();
  const problems: string[] = [];
  const notes: string[] = [];
  let records = 0;
  let equal = 0;
  const imagesLeft = new Set<string>();
  const findKnown = createFindKnown({ ...deps, site: source.site });
  /** Sites of the records that were imported. */
  const sites = new Set<string>();

  const count = ({ entry, isAgain, reasons, imageLeft }: Verified): void => {
    if (isAgain && entry.outcome === "equal") return;
    if (entry.outcome !== "kept out") records += 1;
    if (entry.outcome === "equal") equal += 1;
    if (imageLeft !== undefined) imagesLeft.add(imageLeft);
    for (const { rule, why } of reasons) {
      const key = `${rule} ${why}`;
      rules.set(key, { rule, why, times: (rules.get(key)?.times ?? 0) + 1 });
    }
    onRecord(entry);
  };
  const verifyAll = async (found: readonly Listed[], seen: Set<number>): Promise<void> => {
    for (let from = 0; from < found.length; from += AT_ONCE) {
      const batch = found.slice(from, from + AT_ONCE);
      for (const verified of await Promise.all(
        batch.map((one) => verifyOne(one, { ...deps, findKnown, context, seen, sites })),
      ))
        count(verified);
    }
  };

  const chosen: Sample<Listed> | undefined = sample && createSample(sample.size, sample.seed);
  for (const list of LISTS) {
    const seen = new Set<number>();
    let listed = 0;
    for await (const portion of source.read(list)) {
      const found = portion.records.map((record) => ({ list, found: record }));
      listed += found.length;
      if (chosen === undefined) await verifyAll(found, seen);
      else for (const one of found) chosen.offer(one);
      for (const { place, problem } of portion.failures ?? [])
        count({ entry: { outcome: "failed", list, place, reason: problem }, isAgain: false, reasons: [] });
    }
    const announced = source.announced?.(list);
    if (announced !== undefined && announced !== listed)
      problems.push(`${list}: the source announced ${announced} records, but ${listed} were read.`);
    if (chosen === undefined) notes.push(...(await describeUnlisted(deps, list, { seen, sites })));
  }
  // Posts and terms have separate sequences of ids, so each list needs its own set of ids.
  for (const list of chosen === undefined ? [] : LISTS)
    await verifyAll(
      (chosen?.taken() ?? []).filter((one) => one.list === list),
      new Set(),
    );
  return {
    records,
    equal,
    imagesLeft: imagesLeft.size,
    rules: [...rules.values()],
    problems,
    notes: [...notes, ...(source.unseen?.() ?? [])],
  };
};

interface Listed {
  readonly list: ImportedList;
  readonly found: FoundRecord;
}

interface Verified {
  readonly entry: ReportEntry;
  /** True if this run already compared the record, because pages of the source overlap. */
  readonly isAgain: boolean;
  readonly reasons: readonly { readonly rule: string; readonly why: string }[];
  /** URL of the record's image if the file was not copied. */
  readonly imageLeft?: string;
}

interface VerifyOneDeps extends Pick<VerifyDeps, "readOurs"> {
  readonly findKnown: FindKnown;
  readonly context: ComparisonContext;
  /** Local ids of the records that this run already compared. */
  readonly seen: Set<number>;
  readonly sites: Set<string>;
}

const verifyOne = async (
  { list, found }: Listed,
  { readOurs, findKnown, context, seen, sites }: VerifyOneDeps,
): Promise<Verified> => {
  const source = await findKnown(list, found);
  const { known } = source;
  const sourceId = readOr(0, () => sourceIdOf(list, found.record));
  const entry = {
    list,
    place: found.place,
    name: context.cleaner.toText(nameOf(source.there)),
    ...(sourceId > 0 && { sourceId }),
    ...(known && { id: known.id }),
  };
  const missing = (reason: string): Verified => ({
    entry: { ...entry, outcome: "missing", reason },
    isAgain: false,
    reasons: [],
  });
  const keptOut = whyKeptOut(source, found);
  if (keptOut !== undefined)
    return { entry: { ...entry, outcome: "kept out", reason: keptOut }, isAgain: false, reasons: [] };
  if (known === undefined) return missing("it was not imported");
  sites.add(known.site);
  const here = await readOurs(list, known.id);
  if (here === undefined) return missing("it no longer exists here");
  if (here === "in the trash" && source.there.status !== "trash") return missing("it is in the trash here");
  const isAgain = seen.has(known.id);
  seen.add(known.id);
  // Nothing can be compared: the source gives only a name, or the local record is in the trash.
  if (found.isMention || here === "in the trash")
    return { entry: { ...entry, outcome: "equal" }, isAgain, reasons: [] };
  const { unequal, expected } = compareRecord(source, here, context);
  const reasons = expected.map(({ reason }) => reason);
  const imageLeft = imageLeftOf(source.there, here);
  const reason = imageLeft && `its image is only at the old site: ${imageLeft}`;
  const explained = { ...entry, ...(reason !== undefined && { reason }) };
  return {
    ...{ isAgain, reasons, ...(imageLeft !== undefined && { imageLeft }) },
    entry:
      unequal.length === 0
        ? { ...explained, outcome: "equal" }
        : { ...explained, outcome: "unequal", members: unequal },
  };
};

/**
 * Returns why a source record has no local record on purpose. Returns `undefined` if a local record should
 * exist.
 */
const whyKeptOut = ({ list, known, isErased }: KnownRecord, { record }: FoundRecord): string | undefined => {
  if (isErased) return "it was erased here";
  if (known !== undefined) return undefined;
  if (list === "events" && lacksDate(record)) return NO_DATE;
  return isPlaceholder(list, record)
    ? "it has a password at the source, so its texts cannot be read"
    : undefined;
};

/**
 * Returns the URL of the record's image if its file was not copied, that is, if source and local record have
 * the same URL.
 */
const imageLeftOf = (there: Members, here: Members): string | undefined => {
  const { url } = membersOf(here.image);
  return typeof url === "string" && url !== "" && url === membersOf(there.image).url ? url : undefined;
};

const nameOf = ({ title, venue, organizer, name, slug }: Members): string => {
  const names = [title, typeof venue === "string" ? venue : undefined, organizer, name, slug];
  return String(names.find((text) => typeof text === "string" && text !== "") ?? "");
};

const MAX_NAMED = 20;

/**
 * Returns a note about records imported from the source that its lists no longer show. These are not
 * failures, because lists may hide records.
 */
const describeUnlisted = async (
  { imported, readOurs }: Pick<VerifyDeps, "imported" | "readOurs">,
  list: ImportedList,
  { seen, sites }: { readonly seen: ReadonlySet<number>; readonly sites: ReadonlySet<string> },
): Promise<readonly string[]> => {
  const ids: number[] = [];
  let total = 0;
  for await (const { id, site } of everyImported(imported, list)) {
    if (!sites.has(site) || seen.has(id)) continue;
    const ours = await readOurs(list, id);
    if (ours === undefined || ours === "in the trash" || isSeries(ours)) continue;
    total += 1;
    if (ids.length < MAX_NAMED) ids.push(id);
  }
  if (total === 0) return [];
  const named = `${ids.join(", ")}${total > ids.length ? ", ..." : ""}`;
  return [`${list}: ${total} imported records are no longer listed at the source: ${named}.`];
};

/** True for the record of a series. Lists show only the occurrences of a series. */
const isSeries = ({ is_recurring: isRecurring, recurrence }: Members): boolean =>
  isRecurring === true && membersOf(recurrence).recurrence_id === undefined;
