import type { Finding } from "@kalends/core/storage";
import { COLLECTION_OPTIONS, MAX_READ } from "../database/collections.ts";
import { hasCode } from "../database/errors.ts";
import { ALL_CLOCKS, INDEX_VERSION, type Index, indexesOf } from "../database/indexes.ts";
import { addIndexes, layoutOf, PARTS, type Place } from "../database/migrate.ts";

const READING = { maxTimeMS: MAX_READ } as const;
const NAMESPACE_NOT_FOUND = 26;

type Known = Pick<Index, "key" | "unique"> & { readonly name: string };

/**
 * Checks that every index of this version exists with its declared members. Parts of the layout that have
 * another version, or that a process is changing now, are skipped.
 */
export async function* checkIndexes(place: Place): AsyncGenerator<Finding> {
  const { db, prefix } = place;
  const parts = await layoutOf(place)
    .find({ version: INDEX_VERSION, lease: { $exists: false } }, READING)
    .toArray();
  for (const { _id: part, clocks = part === "layout" ? ALL_CLOCKS : [] } of parts) {
    for (const name of PARTS[part]) {
      const collection = db.collection(prefix + name, COLLECTION_OPTIONS);
      const found: readonly Known[] = await collection
        .listIndexes(READING)
        .toArray()
        .catch((error: unknown) => {
          if (hasCode(error, NAMESPACE_NOT_FOUND)) return [];
          throw error;
        });
      const known = new Map(found.map((index) => [index.name, index]));
      for (const index of indexesOf(name, clocks)) {
        const other = known.get(index.name);
        if (other !== undefined && isSame(other, index)) continue;
        yield {
          kind: "layout",
          detail: `The index ${index.name} of ${prefix}${name} is ${other === undefined ? "missing" : "another one"}.`,
          async repair() {
            if (other !== undefined) await collection.dropIndex(index.name);
            await addIndexes(db, prefix + name, [index]);
          },
        };
      }
    }
  }
}

const isSame = (one: Known, other: Known): boolean =>
  JSON.stringify(one.key) === JSON.stringify(other.key) && (one.unique ?? false) === (other.unique ?? false);
