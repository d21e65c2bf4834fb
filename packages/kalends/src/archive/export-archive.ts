import { mkdir, open, readdir, rename, writeFile } from "node:fs/promises";
import { type BlobStore, type Image, readInBatches } from "@kalends/core";
import { type AccountStore, type Store, toOccurrenceRow } from "@kalends/core/storage";
import { moveAllMerged } from "../merging/move-merged.ts";
import { OperatorError } from "../operator-error.ts";
import { zoneDataOf } from "../recurrence/zone-data.ts";
import { readAdditional } from "./additional-files.ts";
import {
  ADDITIONAL_FILES,
  type AdditionalFile,
  AGGREGATES,
  type Aggregate,
  ARCHIVE_FORMAT,
  ARCHIVE_VERSION,
  additionalFile,
  aggregateFile,
  type Manifest,
  manifestFile,
  withoutUsage,
} from "./archive-format.ts";
import { exportFiles } from "./archived-files.ts";

export interface ExportOptions {
  readonly store: Store;
  /** Accounts of this calendar; absent if the storage has none. */
  readonly accounts: AccountStore | undefined;
  readonly blobStore: BlobStore;
  /** True to write the history too. */
  readonly history?: boolean;
  /** Path of the target folder. A missing folder is created; an existing one must be empty. */
  readonly folder: string;
  /** Called for each image file that the file storage lacks. */
  readonly onMissing?: (file: string) => void;
  readonly onProgress?: (what: Aggregate | AdditionalFile, written: number) => void;
}

/**
 * Writes the stored data to an archive: all records, and the plugin records for which `isArchived` is true.
 * The manifest is written last, so an interrupted export is not a valid archive. A record is read before the
 * records that it refers to. If the calendar is in use during the export, all references therefore stay
 * valid.
 */
export const exportArchive = async ({
  store,
  accounts,
  blobStore,
  history = false,
  folder,
  onMissing,
  onProgress,
}: ExportOptions): Promise<Manifest> => {
  // Complete earlier merges: records in an archive may refer only to records that exist.
  await moveAllMerged(store);
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new OperatorError([`The folder ${folder} is not empty.`]);
  const files = [...ADDITIONAL_FILES, ...(history ? ["versions" as const] : [])];
  const counts = Object.fromEntries([...AGGREGATES, ...files].map((name) => [name, 0])) as Record<
    Aggregate | AdditionalFile,
    number
  >;
  const write = async (
    what: Aggregate | AdditionalFile,
    place: string,
    read: AsyncIterable<readonly object[]>,
  ): Promise<void> => {
    const file = await open(place, "wx", 0o600);
    try {
      for await (const lines of read) {
        if (what === "images") {
          // The cast is safe: this file contains only images.
          for (const image of lines as readonly Image[]) {
            for (const name of await exportFiles(image, blobStore, folder)) onMissing?.(name);
          }
        }
        await file.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
        counts[what] += lines.length;
        onProgress?.(what, counts[what]);
      }
      await file.sync();
    } finally {
      await file.close();
    }
  };
  for (const aggregate of AGGREGATES.toReversed())
    await write(aggregate, aggregateFile(folder, aggregate), readAggregate({ store, accounts }, aggregate));
  for (const further of files)
    await write(further, additionalFile(folder, further), readAdditional(store, further));
  const zones = await zoneDataOf(store).find();
  const [record, term, account] = await Promise.all([
    store.ids.last("record"),
    store.ids.last("term"),
    accounts?.ids.last("account") ?? 0,
  ]);
  const manifest: Manifest = {
    format: ARCHIVE_FORMAT,
    version: ARCHIVE_VERSION,
    sequences: { record, term, account },
    counts,
    ...(zones !== undefined && { zones }),
  };
  await writeFile(`${manifestFile(folder)}.part`, `${JSON.stringify(manifest)}\n`);
  await rename(`${manifestFile(folder)}.part`, manifestFile(folder));
  return manifest;
};

/** Stores from which an archive is written. */
export type ArchivedFrom = Pick<ExportOptions, "store" | "accounts">;

/** Yields all records of one kind in their archived form, in batches. */
export async function* readAggregate(
  { store, accounts }: ArchivedFrom,
  aggregate: Aggregate,
): AsyncGenerator<readonly { readonly id: number }[]> {
  if (aggregate === "accounts") {
    yield (await accounts?.list()) ?? [];
    return;
  }
  if (aggregate === "occurrences") {
    const readAfter = (id: number, limit: number) => store.events.occurrencesAfter(id, limit);
    for await (const batch of readInBatches({ readAfter })) yield batch.map(toOccurrenceRow);
    return;
  }
  const records = readInBatches<{ readonly id: number; readonly usage?: unknown }>(store[aggregate]);
  for await (const batch of records) yield aggregate === "terms" ? batch.map(withoutUsage) : batch;
}
