import { mkdir, open, readdir, rename, writeFile } from "node:fs/promises";
import type { AccountStore, BlobStore, Image, Store } from "@kalends/core";
import { OperatorError } from "../operator-error.ts";
import { readInBatches } from "../storage/read-in-batches.ts";
import {
  AGGREGATES,
  type Aggregate,
  ARCHIVE_FORMAT,
  ARCHIVE_VERSION,
  aggregateFile,
  type Manifest,
  manifestFile,
  withoutUsage,
} from "./archive-format.ts";
import { exportFiles } from "./archived-files.ts";

export interface ExportOptions {
  readonly store: Store;
  /** Absent where the storage keeps none. */
  readonly accounts: AccountStore | undefined;
  readonly blobStore: BlobStore;
  /** Created when missing; must be empty. */
  readonly folder: string;
  /** Called with each file that an image names but the store lacks. */
  readonly onMissing?: (file: string) => void;
  readonly onProgress?: (aggregate: Aggregate, written: number) => void;
}

/**
 * Writes everything that is stored to an archive. The manifest comes last: a folder without it is no archive, so an export
 * that was interrupted is never mistaken for a whole one. Referring records are read before those they refer to, so that a
 * calendar in use exports without dangling links.
 */
export const exportArchive = async ({
  store,
  accounts,
  blobStore,
  folder,
  onMissing,
  onProgress,
}: ExportOptions): Promise<Manifest> => {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new OperatorError([`The folder ${folder} is not empty.`]);
  const counts = Object.fromEntries(AGGREGATES.map((name) => [name, 0])) as Record<Aggregate, number>;
  for (const aggregate of AGGREGATES.toReversed()) {
    const file = await open(aggregateFile(folder, aggregate), "wx", 0o600);
    try {
      for await (const records of batches({ store, accounts }, aggregate)) {
        if (aggregate === "images") {
          // What the images hold are images.
          for (const image of records as readonly Image[]) {
            for (const name of await exportFiles(image, blobStore, folder)) onMissing?.(name);
          }
        }
        await file.write(records.map((record) => `${JSON.stringify(record)}\n`).join(""));
        counts[aggregate] += records.length;
        onProgress?.(aggregate, counts[aggregate]);
      }
      await file.sync();
    } finally {
      await file.close();
    }
  }
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
  };
  await writeFile(`${manifestFile(folder)}.part`, `${JSON.stringify(manifest)}\n`);
  await rename(`${manifestFile(folder)}.part`, manifestFile(folder));
  return manifest;
};

async function* batches(
  { store, accounts }: Pick<ExportOptions, "store" | "accounts">,
  aggregate: Aggregate,
): AsyncGenerator<readonly { readonly id: number }[]> {
  if (aggregate === "accounts") {
    yield (await accounts?.list()) ?? [];
    return;
  }
  const records = readInBatches<{ readonly id: number; readonly usage?: unknown }>(store[aggregate]);
  for await (const batch of records) yield aggregate === "terms" ? batch.map(withoutUsage) : batch;
}
