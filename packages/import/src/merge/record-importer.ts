import { type ImportedList, importedRecords, importedSites, type Repositories, utcText } from "@kalends/core";
import { createLenientRecord } from "../records/lenient-record.ts";
import { omittedFields } from "../records/omitted.ts";
import { isPlaceholder, PROTECTED_NOTE } from "../records/placeholder.ts";
import { SourceProblem } from "../records/source-record.ts";
import { createRecordReader, KeptOut } from "../records/to-records.ts";
import { type ReportEntry, withReason } from "../report/report-entry.ts";
import { createSeriesImporter, storageOfSeries, toSeries } from "../series/series-importer.ts";
import type { FoundRecord } from "../source/source.ts";
import { noteOfShortcodes } from "../texts/shortcodes.ts";
import { type AppliedRecord, applyRecord, type WantedRecord } from "./apply-record.ts";
import type { OwnRecords } from "./content-digest.ts";
import { globalHostOf, hostOfSite, identityOf, pathOf, sourceIdOf, titleOf } from "./identity.ts";
import { createIdentify, type Identified, seenName } from "./identity-in-run.ts";
import { createLinks } from "./links.ts";
import { notePaths } from "./note-paths.ts";
import { createSuffixedSlugs } from "./reclaim-slugs.ts";
import type {
  Begun,
  Read,
  RecordImporter,
  RecordImporterOptions,
  Role,
  ShownImage,
} from "./record-importer-types.ts";
import { createSeenRecords } from "./seen-records.ts";
import { toOwn, withOwnId } from "./to-own.ts";
import { createWriteQueue } from "./write-queue.ts";

export const createRecordImporter = ({
  source,
  deps,
  dryRun,
  report,
}: RecordImporterOptions): RecordImporter => {
  const { store } = deps;
  const reader = createRecordReader({
    cleaner: deps.htmlCleaner,
    statuses: deps.statuses,
    timezone: deps.site.timezone,
  });
  const seen = createSeenRecords();
  const queue = createWriteQueue(store);
  const images: ShownImage[] = [];
  /** Source sites that this run has already stored. */
  const sites = new Set<string>();
  const identify = createIdentify(source, store, seen);
  const suffixed = createSuffixedSlugs(store);
  const links = createLinks({
    ...{ source, store, seen, dryRun },
    importEmbedded: async (list, record, place) => {
      await importRecord(list, { record, place }, "embedded");
    },
  });
  const series = createSeriesImporter({
    ...{ store, site: source.site, dryRun },
    importRecord: async (found) => void (await importRecord("events", found, "series")),
  });
  const moment = { now: deps.clock.now(), site: deps.site };
  const rules = { ...moment, isPending: series.isPending };

  const readRecord = async <List extends ImportedList>(
    list: List,
    found: FoundRecord,
    { identity, site }: Identified,
  ): Promise<Read<List>> => {
    const notes: string[] = [];
    const { record: shown, openLinks = [], isMention = false, isUndated = false } = found;
    const note = (line: string): void => void notes.push(line);
    const isEmptied = isPlaceholder(list, shown);
    if (isEmptied) note(PROTECTED_NOTE);
    const known = withOwnId(toOwn(list, reader, found, note), sourceIdOf(list, shown));
    const linked = await links.linked(list, known, found, note);
    const applied = await withAuthor<List>(linked, site);
    let record = isDue(applied) ? { ...applied, status: "publish" } : applied;
    for (const amend of deps.amends ?? [])
      record = await amend(list, record, found, {
        repositories: store,
        site,
        note,
      });
    const fields = Object.entries(record.extensions).flatMap(([plugin, values]) =>
      Object.keys(values).map((field) => `${plugin}.${field}`),
    );
    const facts: WantedRecord["facts"] = {
      site,
      sourceId: sourceIdOf(list, shown),
      path: pathOf(shown),
      ...(list === "events" && { start: shown.text("start_date") }),
      ...(openLinks.length > 0 && { openLinks, digest: { fields, isUndated } }),
    };
    const image = list === "categories" || list === "tags" ? undefined : reader.image(shown, note);
    const isNamed = isMention || shown.idOrZero("id") === 0;
    const wanted = {
      ...{ list, identity, record, image, fields, facts, isNamed, isMention, isUndated },
      ...{ omitted: omittedFields(list, shown), isPlaceholder: isEmptied },
    };
    const place = list === "events" ? await series.placeOf(found, identity) : undefined;
    return {
      wanted: { ...wanted, ...(place && { place }) },
      // Read `found.notes` last: reading the record adds notes to it.
      notes: [...(found.notes ?? []), ...noteOfShortcodes(found), ...notes],
    };
  };

  /** Reads and converts the record of a series. Lists show only the occurrences of the series. */
  const readSeries = async (found: FoundRecord, identified: Identified): Promise<Read<"events">> => {
    const { wanted, notes } = await readRecord("events", found, identified);
    const known = await importedRecords(store.documents).find("events", identified.identity);
    const record = await toSeries(wanted.record, found, known, store, moment);
    const storageIn = (repositories: Repositories) => storageOfSeries(repositories, found, moment);
    // A series recognized from occurrences has no web page: the page belongs to an occurrence.
    const facts = { ...wanted.facts, ...(found.key !== undefined && { path: "" }) };
    return { wanted: { ...wanted, record, facts, storageIn }, notes };
  };

  /** Returns the record with the local user number of its author. */
  const withAuthor = async <List extends ImportedList>(
    record: OwnRecords[List],
    site: string,
  ): Promise<OwnRecords[List]> =>
    "author" in record
      ? { ...record, author: await deps.authors.numberOf(hostOfSite(site), record.author) }
      : record;

  /** True for a scheduled post whose publication date has passed. The import stores it as published. */
  const isDue = (record: object): boolean =>
    "status" in record &&
    "dateUtc" in record &&
    record.status === "future" &&
    String(record.dateUtc) <= utcText(deps.clock.now());

  const noteSite = async (site: string): Promise<void> => {
    if (dryRun || sites.has(site)) return;
    sites.add(site);
    await importedSites(store.documents).add(site);
  };

  const write =
    (wanted: WantedRecord) =>
    async (repositories: Repositories): Promise<AppliedRecord> => {
      const applied = await applyRecord(wanted, repositories, rules);
      return { ...applied, ...(await applied.write?.()) };
    };

  /** Compares known records outside of a transaction first, because most are unchanged and need none. */
  const apply = async (wanted: WantedRecord, isKnown: boolean): Promise<AppliedRecord> => {
    if (dryRun || isKnown) {
      const applied = await applyRecord(wanted, store, rules);
      if (dryRun || applied.write === undefined) return applied;
    }
    return store.transaction(write(wanted));
  };

  /** Records the outcome for later records of this run and adds it to the report. */
  const finish = async (
    { entry, role, identified }: Begun,
    { wanted, notes }: Read<ImportedList>,
    { outcome, reason, id, isSuffixed }: AppliedRecord,
  ): Promise<void> => {
    const { list, identity } = wanted;
    // Later records must not link to a record that is not stored.
    const state = id === undefined && outcome !== "added" ? "left out" : "taken";
    seen.note(seenName(list, identity), { state, ...identified.seen });
    if (id !== undefined) links.note(list, identity, id);
    if (isSuffixed === true && !dryRun) suffixed.note(list, identity);
    if (wanted.image !== undefined) {
      const { place, name = "" } = entry;
      images.push({ image: wanted.image, record: { place, name } });
    }
    // A series that was read for an occurrence gets no report entry of its own. If the source also yields the
    // series as a record, `seriesEntries` supplies the entry.
    if (role === "series" && outcome !== "conflict")
      seriesEntries.set(identity, { ...entry, outcome, ...(id !== undefined && { id }) });
    if (identified.isRepeated || (role === "series" && outcome !== "conflict")) return;
    await report.entry({
      ...{ ...entry, outcome },
      ...(id !== undefined && { id }),
      ...withReason([
        ...(reason === undefined ? [] : [reason]),
        // `PROTECTED_NOTE` describes a stored record, so it is wrong for a record that was kept out.
        ...notes.filter((note) => outcome !== "kept out" || note !== PROTECTED_NOTE),
      ]),
    });
  };

  const fail = async (
    { entry, role, identified }: Omit<Begun, "identified"> & Partial<Begun>,
    error: SourceProblem | KeptOut,
    notes: readonly string[] = [],
  ): Promise<void> => {
    const isKeptOut = error instanceof KeptOut;
    if (identified !== undefined) {
      const state = isKeptOut ? "left out" : "failed";
      seen.note(seenName(entry.list, identified.identity), { state, ...identified.seen });
    }
    if (role === "series")
      report.note(`${entry.place}: its occurrences are imported as single events: ${error.message}`);
    else
      await report.entry({
        ...entry,
        outcome: isKeptOut ? "kept out" : "failed",
        ...withReason([error.message, ...notes]),
      });
  };

  /** Imports a record. A new single event joins the batch of writes; other records flush the batch first. */
  const importBegun = async (begun: Begun, found: FoundRecord): Promise<void> => {
    const { entry, identified, role } = begun;
    const { list } = entry;
    const read = await (role === "series"
      ? readSeries(found, identified)
      : readRecord(list, found, identified));
    const { wanted } = read;
    await noteSite(wanted.facts.site);
    await noteSite(globalHostOf(found.record));
    const known = await importedRecords(store.documents).find(list, identified.identity);
    if (!dryRun) await notePaths(wanted, [known?.path ?? "", ...(found.earlierPaths ?? [])], store);
    const isSimple = list === "events" && role === "listed" && found.series === undefined;
    if (dryRun || known !== undefined || identified.isRepeated || !isSimple) {
      await queue.flush();
      return finish(begun, read, await apply(wanted, known !== undefined));
    }
    seen.note(seenName(list, identified.identity), { state: "taken", ...identified.seen });
    return queue.add({
      write: write(wanted),
      done: (outcome) =>
        outcome instanceof SourceProblem ? fail(begun, outcome) : finish(begun, read, outcome),
    });
  };

  /** Report entries of series that were imported with their occurrences, by identity. */
  const seriesEntries = new Map<string, ReportEntry>();

  /** Returns the report entry of a series that this run already imported with its occurrences. */
  const outcomeOfSeries = (found: FoundRecord): ReportEntry | undefined => {
    if (seriesEntries.size === 0) return undefined;
    const identity = identityOf("events", found, source.site);
    const known = seriesEntries.get(identity);
    seriesEntries.delete(identity);
    return known;
  };

  const importRecord = async (
    list: ImportedList,
    given: FoundRecord,
    role: Role = "listed",
  ): Promise<boolean> => {
    const notes = [...(given.notes ?? [])];
    const record = createLenientRecord(given.record, (line) => void notes.push(line));
    const { place } = given;
    const found: FoundRecord = { ...given, record, notes };
    const name = titleOf(list, record, deps.htmlCleaner);
    let begun: Omit<Begun, "identified"> & Partial<Begun> = { entry: { list, place, name }, role };
    try {
      if (role === "listed" && found.key === undefined) record.id("id");
      const known = role === "listed" && list === "events" ? outcomeOfSeries(found) : undefined;
      if (known !== undefined) {
        await report.entry(known);
        return true;
      }
      const identified = await identify(list, found);
      if (identified === undefined) return false;
      begun = { ...begun, identified };
      // The write queue may contain the parent of this record, or an earlier version of the record.
      if (identified.isRepeated || record.idOrZero("post_parent") > 0) await queue.flush();
      if (await links.waits(list, found)) return false;
      const entry = { list, place, sourceId: record.idOrZero("id"), name };
      begun = { entry, role, identified };
      await importBegun({ entry, role, identified }, found);
    } catch (error) {
      if (!(error instanceof KeptOut) && !(error instanceof SourceProblem)) throw error;
      await queue.flush();
      await fail(begun, error, notes);
    }
    return role === "listed";
  };

  const endList = async (): Promise<void> => {
    await queue.flush();
    const count = await suffixed.reclaim();
    if (count > 0)
      report.note(`records that got their slugs back because other records released them: ${count}`);
  };

  const flush = async (): Promise<readonly ShownImage[]> => {
    await queue.flush();
    return images.splice(0);
  };

  return {
    importRecord,
    flush,
    endList,
    waiting: links.waiting,
    isWaiting: links.isWaiting,
    seriesCount: series.count,
  };
};
