import { existsSync, readFileSync } from "node:fs";
import type { Store } from "@kalends/core/storage";

interface Stored {
  readonly collection: string;
  readonly text: string;
}

/** Returns all stored data except records and accounts, as texts. It consists of documents,
 * versions and the outbox. */
export const everythingStored = async (store: Store): Promise<readonly Stored[]> => {
  const stored: Stored[] = [];
  for (let [collection, key] = ["", ""]; ; ) {
    const documents = await store.documents.readAfter(collection, key, 500);
    for (const document of documents)
      stored.push({ collection: document.collection, text: JSON.stringify(document.value) });
    const last = documents.at(-1);
    if (last === undefined) break;
    ({ collection, key } = last);
  }
  for (let [recordId, revision] = [0, 0]; ; ) {
    const versions = await store.versions.readAfter(recordId, revision, 500);
    for (const version of versions) stored.push({ collection: "versions", text: JSON.stringify(version) });
    const last = versions.at(-1);
    if (last === undefined) break;
    ({ recordId, revision } = last);
  }
  for (let position = 0; ; ) {
    const entries = await store.outbox.readAfter(position, 500);
    for (const entry of entries) stored.push({ collection: "outbox", text: JSON.stringify(entry) });
    const last = entries.at(-1);
    if (last === undefined) return stored;
    position = last.position;
  }
};

/** True if a SQLite file or its write-ahead log contains this text. Always false for other storages. */
export const isInFile = (address: string, text: string): boolean => {
  const path = address.startsWith("sqlite:") ? address.slice("sqlite:".length) : "";
  return [path, `${path}-wal`].some((file) => existsSync(file) && readFileSync(file).includes(text));
};
