import { existsSync } from "node:fs";
import type { Image } from "@kalends/core";
import type { ImportReport } from "@kalends/import";
import { type Aggregate, aggregateFile } from "./archive-format.ts";
import { readLines } from "./archive-lines.ts";
import { importFiles } from "./archived-files.ts";
import { checkRecord } from "./check-record.ts";
import type { ImportTarget } from "./import-archive.ts";
import type { ImportLines, Line } from "./import-lines.ts";

/** Maximum number of records in one transaction, and maximum bytes of lines in memory. */
const [BATCH, BATCH_BYTES] = [1000, 16 * 1024 * 1024];

/**
 * Returns a function that imports one file of an archive. The function returns the ids of the records that it
 * added or that were already stored unchanged.
 */
export const createFileImport =
  ({ blobStore, clean }: Pick<ImportTarget, "blobStore" | "clean">, folder: string, report: ImportReport) =>
  async (aggregate: Aggregate, importLines: ImportLines): Promise<ReadonlySet<number>> => {
    const file = aggregateFile(folder, aggregate);
    const taken = new Set<number>();
    if (!existsSync(file)) {
      report.failed(file, 0, "the file is missing");
      return taken;
    }
    let batch: Line[] = [];
    let size = 0;
    const flush = async (): Promise<void> => {
      const outcomes = batch.length === 0 ? [] : await importLines(batch);
      outcomes.forEach((outcome, position) => {
        const { record, index } = batch[position] as Line;
        if (typeof outcome === "string") taken.add(record.id);
        if (outcome === "added") report.added(aggregate);
        else if (outcome === "unchanged") report.unchanged(aggregate);
        else report.failed(file, index, outcome.problem);
      });
      batch = [];
      size = 0;
    };
    /**
     * Imports the files of an image before the image record. Returns false if a file is refused, such as a
     * link; the record is then not imported. Files missing in the archive are only reported.
     */
    const hasItsFiles = async (record: Line["record"], index: number): Promise<boolean> => {
      if (aggregate !== "images") return true;
      // The cast is safe: `checkRecord` has validated the members.
      const files = await importFiles(record as Image, blobStore, folder);
      if ("problem" in files) report.failed(file, index, files.problem);
      else for (const name of files.missing) report.note(`the archive lacks the file ${name}`);
      return "missing" in files;
    };
    const cleaned = (record: Line["record"]): Line["record"] => {
      if (clean === undefined) return record;
      const { record: kept, members } = clean(aggregate, record);
      if (members.length > 0) report.cleaned(aggregate, record.id, members);
      return kept;
    };
    for await (const line of readLines(file)) {
      const { index } = line;
      const checked = "problem" in line ? line : checkRecord(aggregate, line.text);
      if ("problem" in checked) report.failed(file, index, checked.problem);
      else if (await hasItsFiles(checked.record, index))
        batch.push({ index, record: cleaned(checked.record) });
      size += "bytes" in line ? line.bytes : 0;
      if (batch.length >= BATCH || size >= BATCH_BYTES) await flush();
    }
    await flush();
    return taken;
  };
