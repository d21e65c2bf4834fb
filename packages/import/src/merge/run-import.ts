import type { Image, ImportedList } from "@kalends/core";
import { createImageUpdates } from "../images/update-images.ts";
import { LISTS } from "../list-pages/list-pages.ts";
import { readOr } from "../records/source-record.ts";
import type { ImportReport } from "../report/import-report.ts";
import type { FoundRecord, Portion, Source } from "../source/source.ts";
import type { ImportDeps, ImportRunOptions } from "./import-deps.ts";
import { createRecordImporter } from "./record-importer.ts";
import type { ShownImage } from "./record-importer-types.ts";
import { createSeenRecords } from "./seen-records.ts";

/**
 * Imports all records of a source. Commits records singly or in small batches: an interrupted run loses
 * nothing that it has committed, and the next run continues. A record that was imported before is compared
 * with its local version. The report receives the outcome of each record. Rejects with an `ImportError` if
 * the source becomes unreadable. With `dryRun`, writes nothing.
 * Source: rules/choices.md#import-outcomes, rules/choices.md#import-conflicts.
 */
export const runImport = async (
  source: Source,
  deps: ImportDeps,
  { dryRun = false }: ImportRunOptions,
  report: ImportReport,
): Promise<void> => {
  /** Number of failed records in the current list. */
  let failed = 0;
  const entry: ImportReport["entry"] = (one) => {
    if (one.outcome === "failed") failed += 1;
    return report.entry(one);
  };
  const counted = { ...report, entry };
  const importer = createRecordImporter({ source, deps, dryRun, report: counted });
  const fetched = createSeenRecords();

  const updates = createImageUpdates(deps.store, dryRun);

  /**
   * Reports images as skipped. Without `importImages`, the operator chose to leave image files at the source.
   */
  const countSkipped = async (due: ReadonlyMap<string, ShownImage["record"]>): Promise<void> => {
    for (const [url, { place, name = "" }] of due)
      if ((await deps.store.images.findByUrl(url))?.url === url)
        report.took(place, "skipped", "images", name);
  };

  const importImages = async (images: readonly ShownImage[]): Promise<void> => {
    const due = new Map<string, ShownImage["record"]>();
    const replaced = new Map<string, Image>();
    for (const { image, record } of images) {
      const isFirst = fetched.find(image.url) === undefined;
      if (isFirst) due.set(image.url, record);
      fetched.note(image.url, { state: "taken", content: 0, start: 0 });
      // Read every occurrence of an image: some sources give its alt text in only one record.
      if ((isFirst || image.alt !== undefined) && (await updates.update(image)) && isFirst)
        replaced.set(image.url, image);
    }
    if (due.size === 0 || dryRun) return;
    if (deps.importImages === undefined) await countSkipped(due);
    const copiedAddresses = await deps.importImages?.(
      new Set(due.keys()),
      new Set(replaced.keys()),
      async (url, { reason, isGone }) => {
        await entry({ list: "images", outcome: isGone ? "kept out" : "failed", ...due.get(url), reason });
      },
    );
    for (const image of replaced.values())
      if (copiedAddresses?.has(image.url)) await updates.remember(image);
      else await updates.updateDimensions(image);
  };

  /**
   * Stored portions whose progress is not saved yet, because some of their records are queued for their
   * parents.
   */
  let unsavedPortions: Portion[] = [];
  const saveProgress = async (): Promise<void> => {
    for (const portion of unsavedPortions) await portion.stored?.(failed);
    unsavedPortions = [];
  };

  const importPortion = async (list: ImportedList, portion: Portion): Promise<number> => {
    let found = 0;
    for (const { place, problem } of portion.failures ?? []) {
      found += 1;
      await entry({ list, outcome: "failed", place, reason: problem });
    }
    for (const record of portion.records) if (await importer.importRecord(list, record)) found += 1;
    await importImages(await importer.flush());
    if (!dryRun && portion.stored !== undefined) unsavedPortions.push(portion);
    if (!importer.isWaiting()) await saveProgress();
    return found;
  };

  for (const list of LISTS) {
    let found = 0;
    failed = 0;
    for await (const portion of portionsOf(source, list)) found += await importPortion(list, portion);
    for (const record of importer.waiting()) if (await importer.importRecord(list, record)) found += 1;
    await importImages(await importer.flush());
    await importer.endList();
    await saveProgress();
    const failedBefore = source.failedBefore?.(list) ?? 0;
    if (failedBefore > 0)
      report.disagree(
        `${list}: ${failedBefore} failed in the interrupted run: the next run tries them again`,
        list,
      );
    const announced = source.announced?.(list);
    const before = source.listedBefore?.(list) ?? 0;
    report.resumed(before);
    const all = found + before;
    if (announced !== undefined && announced !== all)
      report.disagree(`${list}: the source announced ${announced} records, but ${all} were read`, list);
  }
  if (updates.updatedAlts() > 0)
    report.note(`alt texts added to images that were already here: ${updates.updatedAlts()}`);
  const series = importer.seriesCount();
  if (series > 0) {
    if (!dryRun) await deps.extendSeries?.();
    report.note(`some events are occurrences of ${series === 1 ? "one series" : `${series} series`}`);
  }
  for (const line of source.unseen?.() ?? []) report.note(line);
};

/**
 * Yields the portions of a list. Categories become one portion in which each parent precedes its children.
 */
async function* portionsOf(source: Source, list: ImportedList): AsyncGenerator<Portion> {
  if (list !== "categories") return yield* source.read(list);
  const portions: Portion[] = [];
  for await (const portion of source.read(list)) portions.push(portion);
  yield {
    records: parentsFirst(portions.flatMap(({ records }) => records)),
    failures: portions.flatMap(({ failures = [] }) => failures),
    async stored(failed) {
      for (const portion of portions) await portion.stored?.(failed);
    },
  };
}

/**
 * Returns categories with each parent before its children. Categories whose parents form a cycle keep their
 * positions.
 */
const parentsFirst = (records: readonly FoundRecord[]): readonly FoundRecord[] => {
  const idOf = ({ record }: FoundRecord, name: string): number => readOr(0, () => record.idOrZero(name));
  const byId = new Map(records.map((found) => [idOf(found, "id"), found]));
  const ordered = new Set<FoundRecord>();
  for (const found of records) {
    const chain: FoundRecord[] = [];
    let current: FoundRecord | undefined = found;
    while (current !== undefined && !ordered.has(current) && !chain.includes(current)) {
      chain.push(current);
      current = byId.get(idOf(current, "parent"));
    }
    for (const link of chain.reverse()) ordered.add(link);
  }
  return [...ordered];
};
