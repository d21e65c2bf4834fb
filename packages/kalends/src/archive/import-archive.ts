import { readFile, stat } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import {
  type BlobStore,
  type CalendarEvent,
  erasureMemory,
  isSeries,
  type Repositories,
  type Term,
  type UsedTerm,
} from "@kalends/core";
import type { Erasable } from "@kalends/core/interface";
import {
  type Account,
  type AccountStore,
  FIRST_USER_NUMBER,
  isUniqueSource,
  MERGED_KINDS,
  type Store,
  type WithExternalIds,
} from "@kalends/core/storage";
import type { ImportReport } from "@kalends/import";
import { OperatorError } from "../operator-error.ts";
import { noteArchivedZones } from "../recurrence/zone-data.ts";
import { type ImportState, importAdditional } from "./additional-files.ts";
import {
  AGGREGATES,
  type Aggregate,
  ARCHIVE_VERSION,
  MANIFEST,
  type Manifest,
  manifestFile,
  withoutUsage,
} from "./archive-format.ts";
import { MAX_LINE_BYTES, parseJson } from "./archive-lines.ts";
import { importAccounts } from "./archived-accounts.ts";
import { type ArchivedAuthors, openArchivedAuthors } from "./archived-authors.ts";
import { importOccurrences } from "./archived-occurrences.ts";
import { type SeriesLimits, toArchivedSeries } from "./archived-series.ts";
import { importVersions } from "./archived-versions.ts";
import { beginImport } from "./begin-import.ts";
import type { CleanRecord } from "./clean-record.ts";
import { createFileImport } from "./import-file.ts";
import {
  byId,
  ERASED,
  EXTERNAL_ID_CONFLICT,
  type ImportLines,
  inSequence,
  type Line,
  MERGED,
  type Outcome,
  otherRecord,
  SLUG_CONFLICT,
} from "./import-lines.ts";

type RecordAggregate = Exclude<Aggregate, "accounts" | "occurrences">;

/** Stores into which an archive is imported, and rules for the import. */
export interface ImportTarget {
  readonly store: Store;
  /** Accounts of this calendar; absent if the storage has none. */
  readonly accounts: AccountStore | undefined;
  readonly blobStore: BlobStore;
  /** Runs `work`, which stores `count` events. The storage may prepare for bulk loading. */
  loadEvents(count: number, work: () => Promise<unknown>): Promise<unknown>;
  readonly seriesLimits: SeriesLimits;
  /** Creates the missing occurrences of all series up to the horizon. */
  extendSeries(): Promise<unknown>;
  /**
   * Removes unsafe content; absent if the operator trusts the archive.
   * Source: rules/choices.md#archive-trust.
   */
  readonly clean: CleanRecord | undefined;
  /** Active plugins; none by default. */
  readonly plugins?: ImportState["plugins"];
}

/**
 * Imports an archive without loss: every record keeps its id. A record that is equal to the stored one counts
 * as unchanged. A record whose id, slug or external id belongs to another record is reported and not
 * imported, like an unreadable line.
 * Source: rules/choices.md#archive-import.
 */
export const importArchive = async (
  target: ImportTarget,
  folder: string,
  report: ImportReport,
): Promise<void> => {
  const { store, accounts, loadEvents, clean, plugins = [] } = target;
  const { version, sequences, counts, zones } = await readManifest(folder);
  const beginning = await beginImport({ store, accounts, folder });
  const acceptsNew = clean === undefined || beginning.isEmpty;
  const isUsable = (last: number): boolean => Number.isSafeInteger(last) && last > 0;
  for (const sequence of ["record", "term"] as const)
    if (isUsable(sequences[sequence])) await store.ids.reserve(sequence, sequences[sequence]);
  if (isUsable(sequences.account)) await accounts?.ids.reserve("account", sequences.account);
  const importFile = createFileImport(target, folder, report);
  const leftOut = new Map<number, Account>();
  const taken =
    accounts &&
    (await importFile(
      "accounts",
      importAccounts(
        { store, accounts, folder, leftOut, acceptsNew, isTrusted: clean === undefined },
        report,
      ),
    ));
  if (accounts === undefined && counts?.accounts > 0)
    report.note("the archive's accounts are not imported: this storage has no accounts");
  // Older archives have no file of users. Import users before the records that refer to their numbers.
  const strangers = version >= 3 ? await importAdditional(store, folder, "users", report) : new Set<number>();
  const authors = await openArchivedAuthors({
    ...{ store, accounts, leftOut, taken: taken ?? new Set(), strangers, note: report.note },
  });
  const importedIds = { record: new Set<number>(), term: new Set<number>() };
  const note = (sequence: keyof typeof importedIds, ids: ReadonlySet<number>): void => {
    for (const id of ids) importedIds[sequence].add(id);
  };
  for (const aggregate of AGGREGATES) {
    if (aggregate === "accounts" || aggregate === "occurrences") continue;
    const take = async (): Promise<void> =>
      note(
        aggregate === "terms" ? "term" : "record",
        await importFile(aggregate, importRecords(target, aggregate, authors)),
      );
    const takeEvents = async (): Promise<void> => {
      await take();
      if (version >= 4)
        note("record", await importFile("occurrences", importOccurrences(store, importedIds.record)));
      await target.extendSeries();
    };
    await (aggregate === "events"
      ? loadEvents(counts?.events + (counts?.occurrences ?? 0), takeEvents)
      : take());
  }
  if (zones !== undefined) await noteArchivedZones(store, zones);
  const state = { importedIds, authors, acceptsNew, clean, plugins };
  if (version >= 3) await importAdditional(store, folder, "documents", report, state);
  await importVersions(store, folder, report, state);
  await beginning.end();
};

const readManifest = async (folder: string): Promise<Manifest> => {
  const file = manifestFile(folder);
  const status = await stat(file);
  if (!status.isFile()) throw new OperatorError([`${file} is not a file.`]);
  if (status.size > MAX_LINE_BYTES)
    throw new OperatorError([`${file} is not the manifest of an archive: it is too large.`]);
  const { value, error } = MANIFEST.required().validate(parseJson(await readFile(file, "utf8")));
  if (error === undefined) return value;
  const [detail] = error.details;
  const [member, sequence] = detail?.path ?? [];
  if (sequence !== undefined) throw new OperatorError([`${file}: the sequence ${error.message}`]);
  const version = Number(detail?.context?.value);
  if (member !== "version" || !(version > ARCHIVE_VERSION)) {
    throw new OperatorError([`${file} is not the manifest of an archive.`]);
  }
  throw new OperatorError([
    `The archive was written by a newer version of Kalends: it has version ${version}; this one reads ${ARCHIVE_VERSION}.`,
  ]);
};

const ERASABLE: Partial<Record<RecordAggregate, Erasable>> = {
  images: "image",
  venues: "venue",
  organizers: "organizer",
};

const importRecords =
  (
    { store, accounts, seriesLimits }: Pick<ImportTarget, "store" | "accounts" | "seriesLimits">,
    aggregate: RecordAggregate,
    authors: ArchivedAuthors,
  ): ImportLines =>
  async (archived) => {
    const lines = await authors.toOurs(archived);
    await reserveAuthors(accounts, lines);
    return store.transaction(async (unit) => {
      const known = await findKnown(
        unit,
        aggregate,
        lines.map(({ record }) => record.id),
      );
      const take = async ({ record }: Line): Promise<Outcome> => {
        if (record.author !== undefined && authors.isStranger(record.author))
          return { problem: `its author ${record.author} is another person here` };
        // The cast is safe: `checkRecord` has validated the members.
        const taken =
          aggregate === "events" ? toArchivedSeries(record as CalendarEvent, seriesLimits) : record;
        return "problem" in taken ? taken : importRecord(unit, aggregate, taken, known);
      };
      // Save concurrently, because stores combine concurrent calls. If two records have the same id, save one
      // after the other.
      const hasDistinctIds = new Set(lines.map(({ record }) => record.id)).size === lines.length;
      return hasDistinctIds ? Promise.all(lines.map(take)) : inSequence(lines, take);
    });
  };

/** Reserves the author numbers of records, so that no future account gets one of them. */
const reserveAuthors = async (accounts: AccountStore | undefined, lines: readonly Line[]): Promise<void> => {
  // Ignore the numbers of host users: they are above all account numbers.
  const numbers = lines.map(({ record: { author = 0 } }) => (author < FIRST_USER_NUMBER ? author : 0));
  const highest = Math.max(0, ...numbers);
  if (accounts && highest > (await accounts.ids.last("account")))
    await accounts.ids.reserve("account", highest);
};

const importRecord = async (
  repositories: Repositories,
  aggregate: RecordAggregate,
  record: { readonly id: number },
  all: Map<number, object>,
): Promise<Outcome> => {
  const known = all.get(record.id);
  if (known !== undefined) return isDeepStrictEqual(known, record) ? "unchanged" : otherRecord(record.id);
  if (aggregate !== "terms" && (await repositories.kindOf(record.id)) !== undefined)
    return otherRecord(record.id);
  if (await isMerged(repositories, aggregate, record.id)) return MERGED;
  const kind = ERASABLE[aggregate];
  if (kind !== undefined && (await erasureMemory(repositories.documents).find(kind, record.id)) !== undefined)
    return ERASED;
  if (await hasTakenId(repositories, aggregate, record)) return EXTERNAL_ID_CONFLICT;
  // The cast is safe: `checkRecord` has validated the members. Saving an image always succeeds.
  const isSaved: unknown = await repositories[aggregate].save(record as never);
  if (isSaved === false) return SLUG_CONFLICT;
  if (aggregate === "events") {
    // The cast is safe: `checkRecord` has validated the members.
    const event = record as CalendarEvent;
    // Ignore the archived horizon, because no occurrences of this series exist here yet.
    if (isSeries(event) || event.hasRecurred === true)
      await repositories.events.reconcileSeries(event.id, event.schedule.start);
  }
  all.set(record.id, record);
  return "added";
};

/** True if this calendar merged a record with this id into another one. The id is not used again. */
const isMerged = async (
  { merges }: Repositories,
  aggregate: RecordAggregate,
  id: number,
): Promise<boolean> => {
  const kinds = MERGED_KINDS.filter(
    (kind) => (kind === "category" || kind === "tag") === (aggregate === "terms"),
  );
  const targets = await Promise.all(kinds.map((kind) => merges.targetsOf(kind, [id])));
  return targets.some(({ size }) => size > 0);
};

/**
 * True if another record of the kind has one of the external ids of an archived record. Ids that several
 * records may have, such as iCalendar UIDs, do not count.
 */
const hasTakenId = async (
  repositories: Repositories,
  aggregate: RecordAggregate,
  record: { readonly id: number },
): Promise<boolean> => {
  if (aggregate === "images") return false;
  // The cast is safe: `checkRecord` has validated the members.
  const { externalIds = [], taxonomy = "category" } = record as WithExternalIds &
    Partial<Pick<Term, "taxonomy">>;
  for (const externalId of externalIds.filter(({ source }) => isUniqueSource(source))) {
    const holder = await (aggregate === "terms"
      ? repositories.terms.findByExternalId(taxonomy, externalId)
      : repositories[aggregate].findByExternalId(externalId));
    if (holder !== undefined) return true;
  }
  return false;
};

const findKnown = async (
  repositories: Repositories,
  aggregate: RecordAggregate,
  ids: readonly number[],
): Promise<Map<number, object>> => {
  const found: readonly { readonly id: number }[] = await repositories[aggregate].findMany(ids);
  const records = aggregate === "terms" ? (found as readonly UsedTerm[]).map(withoutUsage) : found;
  return byId<{ readonly id: number }>(records);
};
